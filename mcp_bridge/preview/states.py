"""What a widget may have to show, as typed sample results: the gallery draws them, and tests walk through them.

Ids here fail their own check digits on purpose, so that no real job can ever have one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from catalog.errors import ShortlistError
from catalog.tools.handler import Handled
from mcp_bridge.errors import database_away
from mcp_bridge.preview import sample_jobs as jobs
from mcp_bridge.results import ToolResult, envelope, error_result
from mcp_bridge.snapshot import Snapshot
from mcp_bridge.tools.get_job_details import DetailsOutput
from mcp_bridge.tools.render_jobs import RenderJobsOutput
from mcp_bridge.tools.shapes import GoneJob, JobCard, ShownJob
from mcp_bridge.tools.update_shortlist import JobChange, UpdateOutput

type Sample = RenderJobsOutput | DetailsOutput | UpdateOutput

SAMPLE_VIEW, SAMPLE_SHORTLIST = "sample-view", "sample-shortlist"


@dataclass(frozen=True)
class State:
    """One thing that can happen in a widget. Neither `sample` nor `error`: the result is still on its way."""

    slug: str
    title: str
    explains: str
    sample: RenderJobsOutput | None = None
    error: ShortlistError | None = None

    def result(self, live: Snapshot | None) -> ToolResult | None:
        """As the spine would answer, worded by the live release; None while loading."""
        if self.error is not None:
            return error_result(self.error)
        if self.sample is None:
            return None
        return worded("render_jobs", self.sample, live)


def worded(handler: str, output: Sample, live: Snapshot | None) -> ToolResult:
    """The envelope around a sample, with the live release's direction for its outcome where there is one."""
    tool = live.find(handler) if live else None
    direction = tool.directions.get(output.outcome) if tool else None
    named = output.model_copy(update={"board": live.board.name if live else ""})
    return envelope(Handled(named, _numbers(output)), direction)


def _numbers(output: Sample) -> Mapping[str, int]:
    """All that a direction may name, whichever tool's it is."""
    gone = getattr(output, "not_shown", None) or getattr(output, "expired", None) or []
    count = len(output.jobs)
    saved = sum(bool(job.saved) for job in output.jobs)
    return {"count": count, "read": count, "changed": count, "missing": len(gone), "saved": saved}


def _list(*shown: ShownJob, title: str = "", not_shown: tuple[GoneJob, ...] = ()) -> RenderJobsOutput:
    return RenderJobsOutput(
        outcome="shown" if shown else "nothing_shown",
        shortlist=SAMPLE_SHORTLIST,
        view=SAMPLE_VIEW,
        title=title,
        jobs=list(shown),
        not_shown=list(not_shown),
    )


RENDER_JOBS = (
    State("loading", "Loading", "The tool has been called; its result is on the way."),
    State("one", "One job", "A single pick.", _list(jobs.LEAD_BARISTA, title="The best match")),
    State("many", "Five jobs", "A usual answer: five picks.", _list(*jobs.FIVE, title="Barista jobs in Austin")),
    State(
        "saved",
        "Saved",
        "One of two was saved earlier in the conversation.",
        _list(jobs.LEAD_BARISTA, jobs.KEPT, title="The two that remain"),
    ),
    State("long", "Long texts", "The longest title, place, pay and reason.", _list(jobs.LONG, jobs.CAFE_MANAGER)),
    State(
        "partly",
        "Partly found",
        "Two of four ids could be shown; the others say why not.",
        _list(jobs.LEAD_BARISTA, jobs.MORNINGS, title="Barista jobs in Austin", not_shown=(jobs.CLOSED, jobs.UNKNOWN)),
    ),
    State(
        "expired", "All closed", "Every pick has closed since the search.", _list(not_shown=(jobs.CLOSED, jobs.PAST))
    ),
    State("empty", "Empty", "Nothing to show, and nothing to say about it.", _list()),
    State("error", "Error", "The call failed: the database is away.", error=database_away()),
    State("hostile", "Hostile texts", "A feed that tries to break out: it stays text.", _list(*jobs.HOSTILE)),
)

STATES: Mapping[str, tuple[State, ...]] = {"render_jobs": RENDER_JOBS}


def find_state(widget: str, slug: str) -> State | None:
    return next((state for state in STATES.get(widget, ()) if state.slug == slug), None)


def sample_details(ids: list[str], live: Snapshot | None) -> ToolResult | None:
    """The details of sample jobs, so that the gallery's buttons work; None where an id is not a sample's."""
    found = [jobs.DETAILS[job_id] for job_id in ids if job_id in jobs.DETAILS]
    if not found or len(found) != len(ids):
        return None
    return worded("get_job_details", DetailsOutput(outcome="details_read", jobs=found), live)


def sample_update(changes: list[Any], live: Snapshot | None) -> ToolResult | None:
    """Sample jobs as a change leaves them. Nothing is kept: each change says what it wants. None where one isn't a sample's."""
    try:
        asked = [JobChange.model_validate(change) for change in changes]
    except ValidationError:  # the real tool says what is wrong
        return None
    found = [_changed(change) for change in asked if change.id in jobs.DETAILS]
    if not found or len(found) != len(asked):
        return None
    return worded("update_shortlist", UpdateOutput(outcome="saved", jobs=found), live)


def _changed(change: JobChange) -> JobCard:
    facts = jobs.DETAILS[change.id].model_dump(include=set(JobCard.model_fields) - {"saved"})
    return JobCard(**facts, saved=True if change.action == "save" else None)
