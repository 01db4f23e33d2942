"""render_jobs: shows the jobs that the model picked, once, as one compact list."""

from pydantic import Field

from catalog.models import JobListing
from catalog.tools.handler import Call, Handled, Outcome, RenderTool, register
from mcp_bridge.shortlists.memory import ShownItem
from mcp_bridge.tools import present
from mcp_bridge.tools.conversation import ConversationParameters
from mcp_bridge.tools.passages import passage_of
from mcp_bridge.tools.shapes import ShownJob
from mcp_bridge.tools.showing import Pick, RenderOutput, first_of_each, not_shown, picked, remembered, shown_outcome


class Item(Pick):
    """A pick with a passage to show beside it."""

    highlight: str = Field("", max_length=200, description="A passage of the posting, word for word.")


class RenderJobsParameters(ConversationParameters):
    items: list[Item] = Field(min_length=1, max_length=8, description="The jobs to show, the best first.")
    title: str = Field("", max_length=80, description="A heading for the list.")


class RenderJobsOutput(RenderOutput):
    title: str = ""
    jobs: list[ShownJob] = Field(default_factory=list)


def render_jobs(arguments: RenderJobsParameters, call: Call) -> Handled[RenderJobsOutput]:
    """Raises `unknown_id` where no id is known at all."""
    items = first_of_each(arguments.items)
    found = picked(arguments.items)
    output = RenderJobsOutput(
        outcome=shown_outcome(found, call),
        view=call.view,
        title=arguments.title.strip(),
        jobs=[_shown(listing, items[listing.public_id or ""]) for listing in found.open],
        not_shown=not_shown(found),
    )
    values = {"count": len(output.jobs), "missing": len(output.not_shown)}
    items_shown = [ShownItem(id=job.id, reason=job.reason, highlight=job.highlight) for job in output.jobs]
    return Handled(output, values, remembered(output.view, items_shown, title=output.title))


def _shown(listing: JobListing, item: Item) -> ShownJob:
    return present.shown(listing, reason=item.reason.strip(), highlight=passage_of(listing.description, item.highlight))


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
