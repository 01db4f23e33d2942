"""The queue in PostgreSQL: kombu's pgmq transport with four repairs, for when CELERY_BROKER_URL is unset.

Stock, the transport joins its address unquoted, drops `sslmode` and lets the variable DATABASE_URL win; it leaves a pool open
that costs producers 20 s at exit on Python 3.13; a forked child inherits that pool without its threads; and two processes
that declare the queue at the same moment, as worker and beat do, make its trigger twice, which ends one of them.
See docs/adr/0002-queue-in-postgresql.md."""

import atexit
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from weakref import WeakSet

import psycopg
from kombu import Connection
from kombu.transport import TRANSPORT_ALIASES, pgmq
from pgmq import PGMQueue
from pgmq.install import get_embedded_install_sql
from psycopg.conninfo import make_conninfo
from psycopg_pool import ConnectionPool

from catalog.errors import ShortlistError
from config import embedded

SCHEME = "postgresqueue"
# Seconds between looks at the queue: a worker stops, and sees what waits behind a full prefetch, that soon.
BREATH = 0.5
INSTALL_LOCK, DECLARE_LOCK = 0x5407, 0x5408  # any numbers that only this installation uses
NOT_LIBPQ = {"pool", "assume_role", "isolation_level", "server_side_binding", "cursor_factory", "prepare_threshold"}

_open_pools: WeakSet[ConnectionPool] = WeakSet()


def queue_options(database: Mapping[str, Any], *, visibility: int) -> dict[str, Any]:
    """kombu's transport options for a queue beside Django's `database` (an entry of DATABASES).

    On the embedded server it gets a database of its own, so that migrations and dumps stay clean; on any other it lives
    in the schema `pgmq` of the same database, because few users there may create one. A message that was read and not
    acknowledged comes back after `visibility` seconds."""
    cluster = database.get("CLUSTER")
    return {
        "conninfo": conninfo(database, name="queue" if cluster else database["NAME"]),
        "cluster": cluster,
        "visibility_timeout": visibility,
        "init_extension": False,
        "use_notify": True,
        "notify_throttle_interval_ms": 0,
        "wait_time_seconds": 0,
        "polling_interval": BREATH,
    }


def conninfo(database: Mapping[str, Any], *, name: str) -> str:
    """The libpq connection string of Django's `database`, quoted where it must be, for the database `name`."""
    options = {key: value for key, value in database.get("OPTIONS", {}).items() if key not in NOT_LIBPQ}
    address = {"host": database.get("HOST"), "port": database.get("PORT"), "user": database.get("USER")}
    known = address | {"password": database.get("PASSWORD")} | options
    return make_conninfo(dbname=name, **{key: value for key, value in known.items() if value not in (None, "")})


def prepare_queue(options: Mapping[str, Any]) -> None:
    """Makes the queue's schema where it is missing; any number of processes may call it at once."""
    if options["cluster"]:
        embedded.ensure_database(embedded.ensure(Path(options["cluster"])), "queue")
    try:
        with psycopg.connect(options["conninfo"], connect_timeout=5) as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [INSTALL_LOCK])
            if connection.execute("SELECT to_regclass('pgmq.meta')").fetchone() == (None,):
                connection.execute(get_embedded_install_sql().encode())
    except psycopg.errors.InsufficientPrivilege:
        raise ShortlistError(
            "queue_refused",
            "The user of DATABASE_URL may not create the schema that holds Shortlist's queue.",
            "Grant it CREATE on the database, or set CELERY_BROKER_URL to a Redis or RabbitMQ.",
        ) from None


class Channel(pgmq.Channel):
    """Declares queues one process at a time."""

    def _new_queue(self, queue: str, **kwargs: Any) -> None:
        address = self.connection._options()["conninfo"]  # type: ignore[attr-defined]  # ours, see below
        with psycopg.connect(address, connect_timeout=5) as waiting:
            waiting.execute("SELECT pg_advisory_xact_lock(%s)", [DECLARE_LOCK])
            super()._new_queue(queue, **kwargs)  # type: ignore[no-untyped-call]


class Transport(pgmq.Transport):
    """`postgresqueue://`: reads its address from the transport options alone."""

    Channel = Channel
    client: Connection

    def _options(self) -> dict[str, Any]:
        return dict(self.client.transport_options or {})

    def _create_pgmq_client(self) -> PGMQueue:
        prepare_queue(self._options())
        pool = ConnectionPool(
            self._options()["conninfo"],
            min_size=1,
            max_size=4,
            timeout=2,  # a request that can't reach the queue says so soon
            open=True,
            kwargs={"autocommit": True},
        )
        _open_pools.add(pool)
        return PGMQueue(conn_string=None, pool=pool, init_extension=False)

    def _get_notify_waiter(self) -> Any:
        if self._notify_waiter is None:
            self._notify_waiter = pgmq._NotifyWaiter(self._options()["conninfo"])
        return self._notify_waiter

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> None:
        super().drain_events(connection, timeout=min(timeout or BREATH, BREATH), **kwargs)  # type: ignore[no-untyped-call]

    def close_connection(self, connection: Any) -> None:
        client = self._pgmq_client
        super().close_connection(connection)
        if client is not None and client.pool is not None:
            client.pool.close(timeout=1)


@atexit.register
def _close_pools() -> None:
    for pool in list(_open_pools):
        pool.close(timeout=1)


def _disown_pools() -> None:
    for pool in list(_open_pools):
        pool._closed = True  # the parent's: closing it here would wait for threads that this process doesn't have
    _open_pools.clear()


os.register_at_fork(after_in_child=_disown_pools)
TRANSPORT_ALIASES[SCHEME] = f"{__name__}:Transport"
