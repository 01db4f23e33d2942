"""A conversation as a person reads it: its calls in order, whether or not its shortlist is still there."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from typing import Any

from catalog.models import JobListing
from mcp_bridge.models import LoggedCall, Shortlist
from mcp_bridge.shortlists.memory import Memory
from mcp_bridge.shortlists.overview import SLOW

MOST_STEPS = 500  # a conversation that is longer shows its newest
NOTABLE_GAP = timedelta(seconds=30)  # a model goes on within seconds; after that, somebody was reading


@dataclass(frozen=True)
class Job:
    """An id of the conversation; `listing` is None where the board no longer knows it."""

    id: str
    listing: JobListing | None


@dataclass(frozen=True)
class Deed:
    """Something that the user had done, as this call told it to the model: `opened`, which job."""

    event: str
    job: Job


@dataclass(frozen=True)
class Step:
    """One call. `after` is the time since the call before it, None for the first."""

    call: LoggedCall
    after: timedelta | None
    jobs: Sequence[Job]
    deeds: Sequence[Deed]

    @property
    def is_by_user(self) -> bool:
        return self.call.actor == LoggedCall.Actor.USER

    @property
    def shows_widget(self) -> bool:
        return self.call.outcome == "shown"

    @property
    def is_slow(self) -> bool:
        return self.call.milliseconds > SLOW

    @property
    def gap(self) -> str:
        """`4 min`, where it is long enough to be worth a line of its own."""
        return spoken(self.after) if self.after is not None and self.after >= NOTABLE_GAP else ""

    @property
    def arguments(self) -> list[tuple[str, str]]:
        """Names and values, as the log's allow-list let them through."""
        return [(name, _plain(value)) for name, value in self.call.arguments.items()]


@dataclass(frozen=True)
class Timeline:
    """`shortlist` is None once it was swept: its calls are kept for longer. `total` counts calls, `steps` are the newest."""

    number: int
    shortlist: Shortlist | None
    memory: Memory
    steps: Sequence[Step]
    total: int
    listings: Mapping[str, JobListing]

    @property
    def errors(self) -> int:
        return sum(step.call.is_error for step in self.steps)

    @property
    def standing(self) -> list[tuple[str, list[Job]]]:
        """What became of which jobs, as far as the memory goes back; only what there is."""
        memory = self.memory
        chosen = [memory.chosen] if memory.chosen else []
        kinds = [("opened", memory.opened), ("saved", memory.saved), ("applied", memory.applied), ("chosen", chosen)]
        return [(kind, [Job(job_id, self.listings.get(job_id)) for job_id in ids]) for kind, ids in kinds if ids]


def read_timeline(number: int) -> Timeline | None:
    """By the shortlist's row number; None where neither it nor a call of it is kept. Four queries."""
    shortlist = Shortlist.objects.filter(pk=number).first()
    calls = LoggedCall.objects.filter(shortlist=number)
    total = calls.count()
    if shortlist is None and not total:
        return None
    newest = list(calls.order_by("-at", "-pk")[:MOST_STEPS])[::-1]
    memory = Memory.model_validate(shortlist.memory) if shortlist else Memory()
    listings = _listings(newest, memory)
    return Timeline(number, shortlist, memory, list(_steps(newest, listings)), total, listings)


def _steps(calls: Sequence[LoggedCall], listings: Mapping[str, JobListing]) -> Iterator[Step]:
    waits = [None, *(later.at - earlier.at for earlier, later in pairwise(calls))]
    for call, after in zip(calls, waits, strict=False):
        jobs = [Job(job_id, listings.get(job_id)) for job_id in call.ids]
        yield Step(call, after, jobs, [_deed(told, listings) for told in call.user_actions])


def _listings(calls: Sequence[LoggedCall], memory: Memory) -> Mapping[str, JobListing]:
    told = [line.rpartition(" ")[2] for call in calls for line in call.user_actions]
    done = [*memory.opened, *memory.saved, *memory.applied, memory.chosen]
    ids = {*told, *done, *(job_id for call in calls for job_id in call.ids)}
    found = JobListing.objects.filter(public_id__in=ids).only("public_id", "title", "company", "status")
    return {str(listing.public_id): listing for listing in found}


def _deed(told: str, listings: Mapping[str, JobListing]) -> Deed:
    event, _, job_id = told.rpartition(" ")
    return Deed(event, Job(job_id, listings.get(job_id)))


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(_plain(item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_plain(item)}" for name, item in value.items())
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def spoken(time: timedelta) -> str:
    """`42 s`, `4 min`, `2 h 5 min`, `3 d 1 h`."""
    seconds = round(time.total_seconds())
    if seconds < 60:
        return f"{seconds} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    days, hours = divmod(hours, 24)
    parts = [(days, "d"), (hours, "h"), (minutes, "min")]
    return " ".join(f"{number} {unit}" for number, unit in parts if number)
