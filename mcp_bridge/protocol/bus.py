"""News of a label that moved, from PostgreSQL's NOTIFY to the open streams of this process that serve it, in both eras."""

import asyncio
import logging
from collections.abc import Callable
from typing import LiteralString

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db import Error as DjangoError
from mcp.server.subscriptions import ServerEvent, ToolsListChanged
from psycopg.conninfo import make_conninfo

from catalog.errors import ShortlistError
from catalog.tools.labels import CHANNEL
from mcp_bridge.protocol.threads import SILENCE, DatabaseThreads
from mcp_bridge.snapshot import snapshots

FIRST_PAUSE = 0.1  # seconds before the first try to reconnect; doubles up to the longest
LONGEST_PAUSE = 5.0
QUIET = 20.0  # seconds without news after which the connection is tried, so that a silent loss is found
PATIENCE = 3.0  # seconds for an answer to a statement that takes none
NOT_LIBPQ = {"context", "cursor_factory", "prepare_threshold"}

Listener = Callable[[ServerEvent], None]
logger = logging.getLogger(__name__)


class LabelBus:
    """The SDK's SubscriptionBus for those who are served one label."""

    def __init__(self) -> None:
        self._listeners: dict[object, Listener] = {}

    async def publish(self, event: ServerEvent) -> None:
        """Delivers to this process alone; PostgreSQL brings news to all of them."""
        for listener in list(self._listeners.values()):
            listener(event)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Returns what ends the subscription; calling that twice does no harm."""
        key = object()
        self._listeners[key] = listener
        return lambda: self._listeners.pop(key, None) and None


class CatalogueBus:
    """A bus for each label, over LISTEN/NOTIFY: one connection a process, whatever the number of labels and streams."""

    def __init__(self, threads: DatabaseThreads) -> None:
        self._threads = threads
        self._labels: dict[str, LabelBus] = {}

    def of(self, label: str) -> LabelBus:
        """The same one whenever it is asked for."""
        return self._labels.setdefault(label, LabelBus())

    async def listen(self) -> None:
        """Runs until it is cancelled, through losses of the database."""
        pause = FIRST_PAUSE
        while True:
            try:
                async with await self._connection() as connection:
                    await self._catch_up()
                    pause = FIRST_PAUSE
                    await self._forward(connection)
            except (psycopg.Error, DjangoError, OSError, ShortlistError) as error:
                logger.warning("No news of publishes for now, trying again: %s", type(error).__name__)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _connection(self) -> psycopg.AsyncConnection:
        conninfo = await self._threads.run(_conninfo)
        connection = await psycopg.AsyncConnection.connect(conninfo, autocommit=True)
        try:
            await _answered(connection, f"LISTEN {CHANNEL}")
        except BaseException:  # a process that ends just now cancels this: nobody else would close it
            connection.pgconn.finish()
            raise
        return connection

    async def _catch_up(self) -> None:
        """Notices sent while nobody listened are lost: read again, and let clients do the same."""
        snapshots.forget()
        for bus in list(self._labels.values()):
            await bus.publish(ToolsListChanged())

    async def _forward(self, connection: psycopg.AsyncConnection) -> None:
        while True:
            async for notice in connection.notifies(timeout=QUIET):
                snapshots.forget()
                if notice.payload in self._labels:
                    await self._labels[notice.payload].publish(ToolsListChanged())
            await _answered(connection, "SELECT 1")


async def _answered(connection: psycopg.AsyncConnection, statement: LiteralString) -> None:
    """Runs a statement; raises TimeoutError and drops the connection where no answer comes."""
    asking = asyncio.create_task(connection.execute(statement))
    try:
        await asyncio.wait_for(asyncio.shield(asking), PATIENCE)
    finally:
        if not asking.done():
            connection.pgconn.finish()  # first: a cancelled statement would wait for the server to confirm that
            asking.cancel()


def _conninfo() -> str:
    """Django's database as libpq knows it; asked for in a thread because a first connection may start the server."""
    parameters = connections[DEFAULT_DB_ALIAS].get_connection_params()
    known = {name: value for name, value in parameters.items() if name not in NOT_LIBPQ}
    return make_conninfo(**SILENCE | known)
