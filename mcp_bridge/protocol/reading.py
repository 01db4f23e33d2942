"""The release in force, for code on the event loop: from memory where that is fresh, else by a thread."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from django.db import InterfaceError, OperationalError

from catalog.errors import ShortlistError
from catalog.tools.labels import LIVE
from mcp_bridge.errors import database_away
from mcp_bridge.listing import listed_tools
from mcp_bridge.protocol.threads import DatabaseThreads
from mcp_bridge.snapshot import Snapshot, snapshots

PATIENCE = 2.0  # seconds for which a list waits while there is one in memory
LONGEST = 10.0  # seconds where there is none

logger = logging.getLogger(__name__)


async def read_snapshot(threads: DatabaseThreads, label: str = LIVE) -> Snapshot:
    """While the database is away, what was served last. Raises ShortlistError where there is nothing to serve."""
    kept = snapshots.kept(label)
    if kept is not None:
        return kept
    latest = snapshots.latest(label)
    try:
        async with asyncio.timeout(PATIENCE if latest else LONGEST):
            return await run_twice(threads, partial(_read, label))
    except (OperationalError, InterfaceError, TimeoutError) as error:
        if latest is None:
            raise database_away() from error
        logger.warning("Serving release %s from memory: the database can't be reached.", latest.release)
        return latest


async def read_snapshot_if_any(threads: DatabaseThreads, label: str = LIVE) -> Snapshot | None:
    """None where nothing has been published yet."""
    try:
        return await read_snapshot(threads, label)
    except ShortlistError as error:
        if error.code == "no_release":
            return None
        raise


async def run_twice[T](threads: DatabaseThreads, function: Callable[[], T]) -> T:
    """For reading: a first failure may mean only that the connection was stale."""
    try:
        return await threads.run(function)
    except (OperationalError, InterfaceError):
        return await threads.run(function)


def _read(label: str) -> Snapshot:
    snapshot = snapshots.current(label)
    listed_tools(snapshot)  # renders widgets at its first call: not on the event loop
    return snapshot
