"""render_comparison: shows two to four jobs side by side, by the facts that the model chose, with what differs marked."""

from pydantic import Field

from catalog.errors import FieldProblem, ShortlistError
from catalog.listings.lookup import Lookup
from catalog.tools.handler import Call, Handled, Outcome, RenderTool, register
from mcp_bridge.shortlists.memory import ShownItem
from mcp_bridge.snapshot import current_board
from mcp_bridge.tools import present
from mcp_bridge.tools.comparing import FieldName, compared_facts, usual_fields
from mcp_bridge.tools.conversation import ConversationParameters
from mcp_bridge.tools.shapes import ComparedJob
from mcp_bridge.tools.showing import Pick, RenderOutput, first_of_each, not_shown, picked, remembered, shown_outcome


class ComparisonParameters(ConversationParameters):
    items: list[Pick] = Field(min_length=2, max_length=4, description="The jobs to compare, the best first.")
    fields: list[FieldName] = Field(
        default_factory=list, max_length=9, description="What to compare, in order; the board's own order if left out."
    )
    title: str = Field("", max_length=80, description="A heading.")


class ComparisonOutput(RenderOutput):
    title: str = ""
    jobs: list[ComparedJob] = Field(default_factory=list)


def render_comparison(arguments: ComparisonParameters, call: Call) -> Handled[ComparisonOutput]:
    """Raises `unknown_id` where no id is known at all, `bad_arguments` where all are the same."""
    items = first_of_each(arguments.items)
    if len(items) == 1:
        raise _one_job_only()
    found = picked(arguments.items)
    output = ComparisonOutput(
        outcome="one_left" if len(found.open) == 1 else shown_outcome(found, call),
        view=call.view,
        title=arguments.title.strip(),
        jobs=_compared(found, items, arguments.fields),
        not_shown=not_shown(found),
    )
    values = {"count": len(output.jobs), "missing": len(output.not_shown)}
    items_shown = [ShownItem(id=job.id, reason=job.reason) for job in output.jobs]
    return Handled(output, values, remembered(output.view, items_shown, title=output.title))


def _compared(found: Lookup, items: dict[str, Pick], fields: list[FieldName]) -> list[ComparedJob]:
    chosen = tuple(dict.fromkeys(fields)) or usual_fields(current_board().field_order)
    facts = compared_facts(found.open, chosen)
    reasons = [items[listing.public_id or ""].reason.strip() for listing in found.open]
    return [
        present.compared(listing, reason=reason, facts=own)
        for listing, reason, own in zip(found.open, reasons, facts, strict=True)
    ]


def _one_job_only() -> ShortlistError:
    problem = FieldProblem("items", "must name at least two different jobs.")
    return ShortlistError(
        "bad_arguments", "A comparison needs two to four different jobs.", "Add another id.", fields=[problem]
    )


register(
    RenderTool(
        name="render_comparison",
        summary="Shows two to four picked jobs side by side.",
        parameters=ComparisonParameters,
        output=ComparisonOutput,
        outcomes=(
            Outcome("shown", "The comparison is on the user's screen.", numbers=("count", "missing")),
            Outcome("to_be_written", "This client shows no widget.", numbers=("count", "missing")),
            Outcome("one_left", "Only one of the jobs is still open.", numbers=("missing",)),
            Outcome("nothing_shown", "None of the jobs is open any more.", numbers=("missing",)),
        ),
        run=render_comparison,
        widget="render_comparison",
    )
)
