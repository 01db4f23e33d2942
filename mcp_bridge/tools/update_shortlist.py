"""update_shortlist: saves and unsaves jobs; from a widget, it also tells that the user opened, applied or chose."""

from collections.abc import Callable
from typing import Literal

from pydantic import Field

from catalog.errors import FieldProblem, ShortlistError
from catalog.listings.lookup import look_up
from catalog.models import JobListing
from catalog.tools.handler import Call, DataTool, Handled, Outcome, Output, Parameters, register
from mcp_bridge.shortlists.memory import Actor, Event, Memory
from mcp_bridge.tools import present
from mcp_bridge.tools.conversation import WidgetParameters
from mcp_bridge.tools.get_job_details import unknown_ids
from mcp_bridge.tools.shapes import GoneJob, JobCard

EVENTS: dict[str, Event] = {
    "save": "saved",
    "unsave": "unsaved",
    "open": "opened",
    "apply": "applied",
    "choose": "chosen",
}
ANYBODYS = frozenset({"save", "unsave"})


class JobChange(Parameters):
    """One change to one job."""

    id: str = Field(min_length=1, max_length=40, description="`jobs[].id` of earlier results.")
    action: Literal["save", "unsave", "open", "apply", "choose"] = Field(
        description="save or unsave; open, apply and choose are told by widgets only."
    )


class UpdateParameters(WidgetParameters):
    changes: list[JobChange] = Field(min_length=1, max_length=8, description="What to change, in order.")


class UpdateOutput(Output):
    jobs: list[JobCard] = Field(default_factory=list, description="The jobs that were changed.")
    saved_ids: list[str] = Field(default_factory=list, description="All jobs that are saved now.")
    not_changed: list[GoneJob] = Field(default_factory=list, description="Ids that no job has, or that are closed.")


def update_shortlist(arguments: UpdateParameters, call: Call) -> Handled[UpdateOutput]:
    """Raises `unknown_id` where no id is known, `bad_arguments` where a model tells what only a user can do."""
    _refuse_made_up(arguments.changes, call)
    found = look_up([change.id for change in arguments.changes])
    if not found.open and not found.closed:
        raise unknown_ids(found.unknown)
    known = {listing.public_id: listing for listing in (*found.open, *found.closed)}
    done = [change for change in arguments.changes if change.id.strip() in known]
    by: Actor = "user" if call.by_user else "model"
    changes = tuple(_change(change, known[change.id.strip()], by) for change in done)
    after: Memory = call.memory.model_copy(deep=True)
    for change in changes:
        change(after)
    output = UpdateOutput(
        outcome="saved" if any(change.action in ANYBODYS for change in done) else "noted",
        jobs=[present.card(listing) for listing in known.values()],
        saved_ids=after.saved,
        not_changed=[GoneJob(id=item.id[:40], reason="No job has this id.") for item in found.unknown],
    )
    return Handled(output, {"saved": len(after.saved), "changed": len(done)}, changes)


def _refuse_made_up(changes: list[JobChange], call: Call) -> None:
    strange = [(n, change) for n, change in enumerate(changes) if change.action not in ANYBODYS]
    if strange and not call.by_user:
        raise ShortlistError(
            "bad_arguments",
            "Only a widget can tell that the user opened, applied for or chose a job.",
            "Use save or unsave.",
            fields=[FieldProblem(f"changes[{n}].action", "is for widgets only.") for n, _ in strange],
        )


def _change(change: JobChange, listing: JobListing, by: Actor) -> Callable[[Memory], None]:
    return lambda memory: memory.acted(EVENTS[change.action], listing.public_id or "", by=by, title=listing.title)


register(
    DataTool(
        name="update_shortlist",
        summary="Saves and unsaves jobs of this conversation.",
        parameters=UpdateParameters,
        output=UpdateOutput,
        outcomes=(
            Outcome("saved", "Jobs were saved or unsaved.", numbers=("saved", "changed")),
            Outcome("noted", "What the user did was noted.", numbers=("saved", "changed")),
        ),
        run=update_shortlist,
        callable_from_widget=True,
    )
)
