"""What a widget may have to show, as typed sample results: the gallery draws them, and tests walk through them.

Ids here fail their own check digits on purpose, so that no real job can ever have one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from catalog.errors import ShortlistError
from catalog.models.board import CARD_FIELDS
from catalog.tools.handler import Handled
from mcp_bridge.errors import database_away
from mcp_bridge.preview import sample_jobs as jobs
from mcp_bridge.results import ToolResult, envelope, error_result
from mcp_bridge.snapshot import Snapshot
from mcp_bridge.tools.comparing import FieldName, usual_fields
from mcp_bridge.tools.get_job_details import DetailsOutput
from mcp_bridge.tools.render_comparison import ComparisonOutput
from mcp_bridge.tools.render_featured_job import FeaturedJobOutput
from mcp_bridge.tools.render_jobs import RenderJobsOutput
from mcp_bridge.tools.shapes import FeaturedJob, GoneJob, JobCard, ShownJob
from mcp_bridge.tools.update_shortlist import JobChange, UpdateOutput
from mcp_bridge.widgets.registry import ShownProblem

type Shown = RenderJobsOutput | FeaturedJobOutput | ComparisonOutput
type Sample = Shown | DetailsOutput | UpdateOutput

USUAL = usual_fields(CARD_FIELDS)
SAMPLE_VIEW, SAMPLE_SHORTLIST = "sample-view", "sample-shortlist"


@dataclass(frozen=True)
class State:
    """One thing that can happen in a widget: a result, an error, or what it says by itself where no result comes.

    None of the three: the result is still on its way."""

    slug: str
    title: str
    explains: str
    sample: Shown | None = None
    error: ShortlistError | None = None
    says: ShownProblem | None = None

    def result(self, widget: str, live: Snapshot | None) -> ToolResult | None:
        """As the spine would answer, worded by the live release; None where the model gets nothing."""
        if self.error is not None:
            return error_result(self.error)
        return worded(widget, self.sample, live) if self.sample else None


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


CANCELLED = ShownProblem(
    message="The request was cancelled.", hint="Ask again to see the jobs."
)  # as bridge.js says it
CLOSED, PAST = (jobs.CLOSED,), (jobs.CLOSED, jobs.PAST)
LOADING = State("loading", "Loading", "The tool has been called; its result is on the way.")
FAILED = (
    State("error", "Error", "The call failed: the database is away.", error=database_away()),
    State("cancelled", "Cancelled", "The user stopped the call: the widget says so by itself.", says=CANCELLED),
)


def _list(*shown: ShownJob, title: str = "", not_shown: tuple[GoneJob, ...] = ()) -> RenderJobsOutput:
    output = RenderJobsOutput(outcome=_outcome(shown), view=SAMPLE_VIEW, jobs=list(shown), not_shown=list(not_shown))
    return output.model_copy(update={"title": title, "shortlist": SAMPLE_SHORTLIST})


def _one(*shown: FeaturedJob, not_shown: tuple[GoneJob, ...] = ()) -> FeaturedJobOutput:
    output = FeaturedJobOutput(outcome=_outcome(shown), view=SAMPLE_VIEW, jobs=list(shown), not_shown=list(not_shown))
    return output.model_copy(update={"shortlist": SAMPLE_SHORTLIST})


def _compared(
    *shown: ShownJob, title: str = "", fields: tuple[FieldName, ...] = USUAL, not_shown: tuple[GoneJob, ...] = ()
) -> ComparisonOutput:
    beside = jobs.compared(*shown, fields=fields)
    outcome = "one_left" if len(shown) == 1 else _outcome(shown)
    output = ComparisonOutput(outcome=outcome, view=SAMPLE_VIEW, jobs=beside, not_shown=list(not_shown))
    return output.model_copy(update={"title": title, "shortlist": SAMPLE_SHORTLIST})


def _outcome(shown: Sequence[object]) -> str:
    return "shown" if shown else "nothing_shown"


RENDER_JOBS = (
    LOADING,
    State("one", "One job", "A single pick.", _list(jobs.LEAD_BARISTA, title="The best match")),
    State("many", "Five jobs", "A usual answer: five picks.", _list(*jobs.FIVE, title="Barista jobs in Austin")),
    State("most", "Eight jobs", "As many as fit: three wait behind a button.", _list(*jobs.EIGHT, title="Coffee jobs")),
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
    State("expired", "All closed", "Every pick has closed since the search.", _list(not_shown=PAST)),
    State("empty", "Empty", "Nothing to show, and nothing to say about it.", _list()),
    *FAILED,
    State("hostile", "Hostile texts", "A feed that tries to break out: it stays text.", _list(*jobs.HOSTILE)),
    State("rtl", "Right to left", "A posting in Arabic.", _list(jobs.RIGHT_TO_LEFT, jobs.LEAD_BARISTA)),
)

RENDER_FEATURED_JOB = (
    LOADING,
    State("one", "One job", "The best match, with two passages of its posting.", _one(jobs.BEST)),
    State("saved", "Saved", "The user saved it earlier.", _one(jobs.featured(jobs.KEPT))),
    State("source", "From a named source", "Its feed must be named.", _one(jobs.featured(jobs.TRAINER))),
    State("bare", "Little is known", "No pay, no reason, no passage.", _one(jobs.BARE)),
    State("long", "Long texts", "The longest title, place, pay and reason.", _one(jobs.featured(jobs.LONG))),
    State("expired", "Closed", "The pick has closed since the search.", _one(not_shown=CLOSED)),
    State("empty", "Empty", "Nothing to show, and nothing to say about it.", _one()),
    *FAILED,
    State(
        "hostile",
        "Hostile texts",
        "A feed that tries to break out: it stays text.",
        _one(jobs.featured(jobs.HOSTILE[0])),
    ),
    State("rtl", "Right to left", "A posting in Arabic.", _one(jobs.featured(jobs.RIGHT_TO_LEFT))),
)

RENDER_COMPARISON = (
    LOADING,
    State("two", "Two jobs", "A choice between two.", _compared(jobs.LEAD_BARISTA, jobs.CAFE_MANAGER)),
    State(
        "three",
        "Three jobs",
        "By the facts that the model chose.",
        _compared(
            *jobs.FIVE[:3], title="Pay and hours", fields=("pay", "location", "workplace", "seniority", "closes")
        ),
    ),
    State(
        "four", "Four jobs", "As many as stand side by side.", _compared(*jobs.FIVE[1:], title="Four to choose from")
    ),
    State("saved", "Saved", "One of two was saved earlier.", _compared(jobs.KEPT, jobs.TRAINER)),
    State("long", "Long texts", "The longest title, place, pay and reason.", _compared(jobs.LONG, jobs.CAFE_MANAGER)),
    State(
        "partly",
        "Partly found",
        "Two of four could be shown; the others say why not.",
        _compared(jobs.LEAD_BARISTA, jobs.MORNINGS, not_shown=(jobs.CLOSED, jobs.UNKNOWN)),
    ),
    State("one_left", "One left", "The other has closed.", _compared(jobs.MORNINGS, not_shown=CLOSED)),
    State("expired", "All closed", "Every pick has closed since the search.", _compared(not_shown=PAST)),
    State("empty", "Empty", "Nothing to show, and nothing to say about it.", _compared()),
    *FAILED,
    State("hostile", "Hostile texts", "A feed that tries to break out: it stays text.", _compared(*jobs.HOSTILE)),
    State(
        "rtl",
        "Right to left",
        "A posting in Arabic beside one in English.",
        _compared(jobs.RIGHT_TO_LEFT, jobs.ROASTER),
    ),
)

STATES: Mapping[str, tuple[State, ...]] = {
    "render_jobs": RENDER_JOBS,
    "render_featured_job": RENDER_FEATURED_JOB,
    "render_comparison": RENDER_COMPARISON,
}


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
