"""The ORM beside the event loop: a few threads, each with a database connection of its own that stays open.

Django's way under ASGI, a new thread and a pooled connection for every request, costs twice as much
(docs/adr/0003-mcp-endpoint.md)."""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import BoundedSemaphore

import psycopg
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from mcp_bridge.errors import busy

THREADS = 8
WAITING = 64  # calls that may queue for a thread; at 10 ms each, the last waits under a second
RETRY_AFTER = 2  # seconds
STATEMENT_TIMEOUT = 8_000  # ms: shorter than the time a call may take, so that the thread comes back
# What a call remembers may be lost if the database machine itself fails within half a second; waiting for its disk would
# make up most of a call's time. Feeds and releases are written elsewhere, and wait.
SESSION = f"SET statement_timeout = {STATEMENT_TIMEOUT}; SET synchronous_commit = off"
SILENCE = {  # libpq's: gives up a server that no longer answers at all, as after a failover (tcp(7); not for Unix sockets)
    "tcp_user_timeout": STATEMENT_TIMEOUT,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
}


class DatabaseThreads:
    """Use `run`; `close` ends what is running and the connections."""

    def __init__(self, *, threads: int = THREADS, waiting: int = WAITING) -> None:
        self._room = BoundedSemaphore(threads + waiting)
        self._connections: list[BaseDatabaseWrapper] = []
        connection_created.connect(self._bound)
        self._executor = ThreadPoolExecutor(threads, "mcp-database", initializer=self._use_own_connection)

    async def run[T](self, function: Callable[[], T]) -> T:
        """Runs `function` in a thread with this task's context variables. Raises `busy` where too many wait already."""
        if not self._room.acquire(blocking=False):
            raise busy(RETRY_AFTER)
        context = contextvars.copy_context()
        try:
            future = self._executor.submit(context.run, partial(_with_sound_connection, function))
        except RuntimeError:  # closed: the process is ending
            self._room.release()
            raise busy(RETRY_AFTER) from None
        future.add_done_callback(lambda _: self._room.release())  # not before: an abandoned call still holds its thread
        return await asyncio.wrap_future(future)

    async def close(self) -> None:
        """Cancels what runs, waits for the threads and closes their connections."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        for own in self._connections:
            if own.connection is not None:
                with suppress(psycopg.Error):
                    own.connection.cancel_safe(timeout=1)
        self._executor.shutdown()
        for own in self._connections:
            own.close()

    def _use_own_connection(self) -> None:
        """Puts a connection of this thread's in the place of Django's: not from the pool, and with a bound on statements."""
        own = connections[DEFAULT_DB_ALIAS].copy()
        options = {**SILENCE, **own.settings_dict["OPTIONS"]}
        options.pop("pool", None)
        own.settings_dict["OPTIONS"] = options
        own.inc_thread_sharing()  # `close` runs in another thread
        connections[DEFAULT_DB_ALIAS] = own
        self._connections.append(own)

    def _bound(self, connection: BaseDatabaseWrapper, **_: object) -> None:
        """By statement and not with the connection's own options, which poolers refuse."""
        if connection in self._connections:
            with connection.cursor() as cursor:
                cursor.execute(SESSION)


def _with_sound_connection[T](function: Callable[[], T]) -> T:
    try:
        return function()
    except (OperationalError, InterfaceError):
        connections[DEFAULT_DB_ALIAS].close()  # the next call connects anew
        raise
