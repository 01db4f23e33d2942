"""render_jobs: shows the jobs that the model picked, once, as one compact list."""

from collections.abc import Callable

from pydantic import Field

from catalog.listings.lookup import Lookup, look_up
from catalog.models import JobListing
from catalog.tools.handler import Call, Handled, Outcome, Output, Parameters, RenderTool, register
from mcp_bridge.shortlists.memory import Memory, ShownItem, View
from mcp_bridge.tools import present
from mcp_bridge.tools.conversation import ConversationParameters
from mcp_bridge.tools.get_job_details import unknown_ids
from mcp_bridge.tools.shapes import GoneJob, ShownJob


class Item(Parameters):
    """A job that the model picked."""

    id: str = Field(min_length=1, max_length=40, description="`jobs[].id` from search_jobs.")
    reason: str = Field("", max_length=160, description="Why it fits this user, in one sentence.")
    highlight: str = Field("", max_length=200, description="A passage of the posting, word for word.")


class RenderJobsParameters(ConversationParameters):
    items: list[Item] = Field(min_length=1, max_length=8, description="The jobs to show, the best first.")
    title: str = Field("", max_length=80, description="A heading for the list.")


class RenderJobsOutput(Output):
    view: str = Field(description="Names this widget; the widget passes it on.")
    title: str = ""
    jobs: list[ShownJob] = Field(default_factory=list)
    not_shown: list[GoneJob] = Field(default_factory=list, description="Ids that could not be shown, and why.")


def render_jobs(arguments: RenderJobsParameters, call: Call) -> Handled[RenderJobsOutput]:
    """Raises `unknown_id` where no id is known at all."""
    items = {item.id.strip(): item for item in reversed(arguments.items)}
    found = look_up([item.id for item in arguments.items])
    if not found.open and not found.closed:
        raise unknown_ids(found.unknown)
    output = RenderJobsOutput(
        outcome=_outcome(found, call),
        view=call.view,
        title=arguments.title.strip(),
        jobs=[_shown(listing, items[listing.public_id or ""]) for listing in found.open],
        not_shown=_not_shown(found),
    )
    values = {"count": len(output.jobs), "missing": len(output.not_shown)}
    return Handled(output, values, (_remember_view(output),) if output.jobs else ())


def _remember_view(output: RenderJobsOutput) -> Callable[[Memory], None]:
    items = [ShownItem(id=job.id, reason=job.reason, highlight=job.highlight) for job in output.jobs]
    return lambda memory: memory.showed(View(view=output.view, title=output.title, items=items))


def _shown(listing: JobListing, item: Item) -> ShownJob:
    return present.shown(listing, reason=item.reason.strip(), highlight=passage_of(listing.description, item.highlight))


def passage_of(text: str, wanted: str) -> str:
    """The passage if it stands in the text (white space apart), else nothing: no words are put into an employer's mouth."""
    passage = " ".join(wanted.split())
    return passage if passage and passage.casefold() in " ".join(text.split()).casefold() else ""


def _not_shown(found: Lookup) -> list[GoneJob]:
    near = {item.id: " or ".join(item.did_you_mean) for item in found.unknown}
    unknown = [
        GoneJob(id=text[:40], reason=f"No job has this id. Did you mean {hint}?" if hint else "No job has this id.")
        for text, hint in near.items()
    ]
    return [*map(present.gone, found.closed), *unknown]


def _outcome(found: Lookup, call: Call) -> str:
    if not found.open:
        return "nothing_shown"
    return "shown" if call.shows_widgets else "to_be_written"


register(
    RenderTool(
        name="render_jobs",
        summary="Shows picked jobs as one compact list.",
        parameters=RenderJobsParameters,
        output=RenderJobsOutput,
        outcomes=(
            Outcome("shown", "The list is on the user's screen.", numbers=("count", "missing")),
            Outcome("to_be_written", "This client shows no widget.", numbers=("count", "missing")),
            Outcome("nothing_shown", "None of the jobs is open any more.", numbers=("missing",)),
        ),
        run=render_jobs,
        widget="render_jobs",
    )
)
