"""What the driver picks, and why: every id and number is taken from a result."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from mcp_bridge.rehearsal.wishes import Market

Job = Mapping[str, Any]


@dataclass(frozen=True)
class Found:
    """What one search gave, best first, of how many, and by which order."""

    market: Market
    jobs: tuple[Job, ...]
    total: int
    order: str = "match"

    @property
    def picks(self) -> Iterator["Pick"]:
        return (Pick(job, self._reason(rank, job)) for rank, job in enumerate(self.jobs, 1))

    def _reason(self, rank: int, job: Job) -> str:
        posted = f", posted {job['posted']}" if job.get("posted") else ""
        return f"No. {rank} of {self.total} in {self.market.city} by {self.order}{posted}."


@dataclass(frozen=True)
class Pick:
    """A job to show, and why."""

    job: Job
    reason: str

    @property
    def id(self) -> str:
        return str(self.job["id"])

    @property
    def item(self) -> dict[str, str]:
        """As a render tool takes it; the highlight is a passage that stands in the posting."""
        highlight = str(self.job.get("highlight", "")).rstrip("…").rstrip()
        return {"id": self.id, "reason": self.reason, "highlight": highlight}


def picked(found: Sequence[Found], *, most: int) -> list[Pick]:
    """The first of every market, then the second of each, and so on; no job twice."""
    best: dict[str, Pick] = {}
    for rank in zip_longest(*(each.picks for each in found)):
        for pick in rank:
            if pick is not None:
                best.setdefault(pick.id, pick)
    return list(best.values())[:most]
