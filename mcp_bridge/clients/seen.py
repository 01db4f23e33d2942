"""Who listed which release when: counted in memory as lists are answered, written by the log's thread."""

import logging
import threading
from dataclasses import dataclass
from datetime import datetime

from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.models import F
from django.utils import timezone

from mcp_bridge.clients.marks import marks
from mcp_bridge.models import ClientListing

ROOM = 200  # names that may wait; names come from strangers
MOST = 500  # rows that are kept: those seen last

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Seen:
    release: int
    at: datetime
    calls: int


class SeenLists:
    """One a process: `saw` from any thread or the event loop, `flush` from the log's thread."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, str], _Seen] = {}
        self._lock = threading.Lock()

    def saw(self, *, client: str, era: str, release: int) -> None:
        """Counts an answered list. Never waits, never fails; where too many names wait, a new one is let go."""
        key = (client[:64], era)
        with self._lock:
            before = self._waiting.get(key)
            if before is not None or len(self._waiting) < ROOM:
                self._waiting[key] = _Seen(release, timezone.now(), (before.calls if before else 0) + 1)

    def flush(self) -> None:
        """Writes what waits."""
        with self._lock:
            taken, self._waiting = self._waiting, {}
        for (client, era), seen in taken.items():
            _write(client, era, seen)
        if taken:
            _forget_the_oldest()


def _write(client: str, era: str, seen: _Seen) -> None:
    row, _ = ClientListing.objects.get_or_create(
        client=client, era=era, defaults={"release": seen.release, "at": seen.at}
    )
    counted = F("calls") + seen.calls
    ClientListing.objects.filter(pk=row.pk).update(release=seen.release, at=seen.at, calls=counted)


def _forget_the_oldest() -> None:
    kept = ClientListing.objects.order_by("-at").values_list("pk", flat=True)[:MOST]
    ClientListing.objects.exclude(pk__in=list(kept)).delete()


def exchange() -> None:
    """What the log's thread does beside the log: writes who was seen, reads what was marked. A lost count does no harm."""
    try:
        with transaction.atomic():
            seen_lists.flush()
        marks.refresh_if_old()
    except (DatabaseError, InterfaceError) as error:
        logger.warning("Who listed which release can't be written for now: %s", type(error).__name__)
        if not connection.in_atomic_block:
            connection.close()


seen_lists = SeenLists()
