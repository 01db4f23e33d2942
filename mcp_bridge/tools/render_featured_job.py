"""render_featured_job: shows the one job that fits best, large, with why and with what its posting says."""

from typing import Annotated

from pydantic import Field

from catalog.models import JobListing
from catalog.tools.handler import Call, Handled, Outcome, RenderTool, register
from mcp_bridge.shortlists.memory import ShownItem
from mcp_bridge.tools import present
from mcp_bridge.tools.conversation import ConversationParameters
from mcp_bridge.tools.passages import passage_of
from mcp_bridge.tools.shapes import FeaturedJob
from mcp_bridge.tools.showing import Pick, RenderOutput, not_shown, picked, remembered, shown_outcome

type Passage = Annotated[str, Field(max_length=200)]


class FeaturedJobParameters(ConversationParameters):
    item: Pick = Field(description="The job to show.")
    highlights: list[Passage] = Field(
        default_factory=list, max_length=3, description="Passages of the posting, word for word."
    )


class FeaturedJobOutput(RenderOutput):
    jobs: list[FeaturedJob] = Field(default_factory=list)


def render_featured_job(arguments: FeaturedJobParameters, call: Call) -> Handled[FeaturedJobOutput]:
    """Raises `unknown_id` where no job has the id."""
    found = picked([arguments.item])
    output = FeaturedJobOutput(
        outcome=shown_outcome(found, call),
        view=call.view,
        jobs=[_featured(listing, arguments) for listing in found.open],
        not_shown=not_shown(found),
    )
    items = [ShownItem(id=job.id, reason=job.reason, highlight="; ".join(job.highlights)) for job in output.jobs]
    return Handled(output, changes=remembered(output.view, items))


def _featured(listing: JobListing, arguments: FeaturedJobParameters) -> FeaturedJob:
    passages = dict.fromkeys(passage_of(listing.description, wanted) for wanted in arguments.highlights)
    return present.featured(listing, reason=arguments.item.reason.strip(), highlights=[*filter(None, passages)])


register(
    RenderTool(
        name="render_featured_job",
        summary="Shows one picked job as a large card.",
        parameters=FeaturedJobParameters,
        output=FeaturedJobOutput,
        outcomes=(
            Outcome("shown", "The job is on the user's screen."),
            Outcome("to_be_written", "This client shows no widget."),
            Outcome("nothing_shown", "The job is not open any more."),
        ),
        run=render_featured_job,
        widget="render_featured_job",
    )
)
