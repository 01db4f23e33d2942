"""The release in force, for code on the event loop: from memory where that is fresh, else by a thread."""

import logging

from django.db import InterfaceError, OperationalError

from catalog.errors import ShortlistError
from mcp_bridge.errors import database_away
from mcp_bridge.listing import listed_tools
from mcp_bridge.protocol.threads import DatabaseThreads
from mcp_bridge.snapshot import Snapshot, snapshots

logger = logging.getLogger(__name__)


async def read_snapshot(threads: DatabaseThreads) -> Snapshot:
    """While the database is away, what was served last. Raises ShortlistError where there is nothing to serve."""
    kept = snapshots.kept()
    if kept is not None:
        return kept
    try:
        return await _read_twice(threads)
    except (OperationalError, InterfaceError) as error:
        latest = snapshots.latest()
        if latest is None:
            raise database_away() from error
        logger.warning("Serving release %s from memory: the database can't be reached.", latest.release)
        return latest


async def read_snapshot_if_any(threads: DatabaseThreads) -> Snapshot | None:
    """None where nothing has been published yet."""
    try:
        return await read_snapshot(threads)
    except ShortlistError as error:
        if error.code == "no_release":
            return None
        raise


async def _read_twice(threads: DatabaseThreads) -> Snapshot:
    try:
        return await threads.run(_read)
    except (OperationalError, InterfaceError):  # perhaps only the connection was stale
        return await threads.run(_read)


def _read() -> Snapshot:
    snapshot = snapshots.current()
    listed_tools(snapshot)  # renders widgets at its first call: not on the event loop
    return snapshot
