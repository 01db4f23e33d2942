"""What the render tools share: the picks of a model, which of them can be shown, and what the conversation remembers."""

from collections.abc import Callable, Iterable, Sequence

from pydantic import Field

from catalog.listings.lookup import Lookup, look_up
from catalog.tools.handler import Call, Output, Parameters
from mcp_bridge.shortlists.memory import Memory, ShownItem, View
from mcp_bridge.tools import present
from mcp_bridge.tools.get_job_details import unknown_ids
from mcp_bridge.tools.shapes import GoneJob


class Pick(Parameters):
    """A job that the model picked, and why."""

    id: str = Field(min_length=1, max_length=40, description="`jobs[].id` from search_jobs.")
    reason: str = Field("", max_length=160, description="Why it fits this user, in one sentence.")


class RenderOutput(Output):
    """Base of what render tools give; each adds its `jobs`."""

    view: str = Field(description="For the widget.")
    not_shown: list[GoneJob] = Field(default_factory=list)


def picked(picks: Sequence[Pick]) -> Lookup:
    """The picks' listings, each once, in their order; raises `unknown_id` where no id is known at all."""
    found = look_up([pick.id for pick in picks])
    if not found.open and not found.closed:
        raise unknown_ids(found.unknown)
    return found


def first_of_each[P: Pick](picks: Sequence[P]) -> dict[str, P]:
    """By id; of a job that is named twice, the first pick."""
    return {pick.id.strip(): pick for pick in reversed(picks)}


def shown_outcome(found: Lookup, call: Call) -> str:
    """`nothing_shown` where no pick is open, else who has to do the showing: the widget or the model."""
    if not found.open:
        return "nothing_shown"
    return "shown" if call.shows_widgets else "to_be_written"


def not_shown(found: Lookup) -> list[GoneJob]:
    """Closed jobs with since when and why, then ids that no job has, with real ids close to them."""
    near = {item.id: " or ".join(item.did_you_mean) for item in found.unknown}
    unknown = [
        GoneJob(id=text[:40], reason=f"No job has this id. Did you mean {hint}?" if hint else "No job has this id.")
        for text, hint in near.items()
    ]
    return [*map(present.gone, found.closed), *unknown]


def remembered(view: str, items: Iterable[ShownItem], *, title: str = "") -> tuple[Callable[[Memory], None], ...]:
    """The effect that keeps a widget's jobs with their reasons; none where it shows no job."""
    shown = View(view=view, title=title, items=list(items))
    return (lambda memory: memory.showed(shown),) if shown.items else ()
