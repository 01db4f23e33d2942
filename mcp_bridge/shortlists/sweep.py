"""The sweep: deletes what is past its time. It may run late, twice or beside itself, and no harm is done."""

from dataclasses import dataclass
from datetime import datetime

from catalog.models import Feed
from mcp_bridge.shortlists.retention import delete_in_batches, expired_shortlists, old_calls, old_runs


@dataclass(frozen=True)
class Swept:
    """How many rows of each kind went."""

    shortlists: int
    calls: int
    runs: int


def sweep(*, now: datetime) -> Swept:
    """Each batch is its own transaction: a sweep that is broken off has done what it has done."""
    return Swept(
        shortlists=delete_in_batches(expired_shortlists(now=now)),
        calls=delete_in_batches(old_calls(now=now)),
        runs=sum(delete_in_batches(old_runs(feed_id, now=now)) for feed_id in _feeds()),
    )


def _feeds() -> list[int]:
    return list(Feed.objects.values_list("pk", flat=True))
