"""The reverse of `paths`: which fields of a handler's output no view shows, so that the model alone gets them.

Each is either a mistake or has a reason; the reasons stand here, the system check asks for them, the gallery tells them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from mcp_bridge.widgets.paths import Scope, bare, paths_of

TELLS_THE_MODEL = "tells the model what happened and what the user did; the widget shows the thing itself"
ABOVE = "stands in the row or on the card that the details open below"
COMPARABLE = "for the model to sort by; the user reads the employer's own words"

KEPT_BACK: Mapping[str, Mapping[str, str]] = {
    "": {  # whatever the view
        "outcome": TELLS_THE_MODEL,
        "user_actions": TELLS_THE_MODEL,
        "shortlist": "a handle for later calls, which the widget passes on",
        "jobs.pay.usd_year_min": COMPARABLE,
        "jobs.pay.usd_year_max": COMPARABLE,
    },
    "get_job_details": {
        "jobs.company": ABOVE,
        "jobs.location": ABOVE,
        "jobs.pay.text": ABOVE,
        "jobs.left_out": "a widget always asks for the whole posting",
        "expired.id": "the user knows the job by its place on the screen",
        "expired.title": ABOVE,
        "not_found.did_you_mean": "for the model to correct an id that it has mistyped",
    },
    "update_shortlist": {
        "board": "stands at the top of the widget",
        **dict.fromkeys(
            [f"jobs.{name}" for name in ("company", "location", "workplace", "employment_type", "posted", "url")], ABOVE
        ),
        "jobs.pay.text": ABOVE,
        "saved_ids": TELLS_THE_MODEL,
        "not_changed.id": TELLS_THE_MODEL,
        "not_changed.title": TELLS_THE_MODEL,
        "not_changed.reason": TELLS_THE_MODEL,
    },
}


@dataclass(frozen=True)
class Unseen:
    """A field that no part of a view asks for; `why` is empty where nobody has said it yet."""

    field: str
    why: str


def unseen_fields(view: str, template: str, output: type[BaseModel]) -> list[Unseen]:
    """The fields that the model gets and the view leaves out, in the output's order. A dot also leads into a list."""
    scope: Scope = {"output": output}
    seen = {path.removeprefix("output.") for path in paths_of(template, scope)}
    return [Unseen(field, reason_for(view, field)) for field in fields_of(output) if field not in seen]


def reason_for(view: str, field: str) -> str:
    """Why the view leaves the field out; empty where nobody has said it."""
    return KEPT_BACK.get(view, {}).get(field) or KEPT_BACK[""].get(field, "")


def fields_of(model: type[BaseModel]) -> Iterator[str]:
    """The paths of all that is a value in itself: texts, numbers, lists of texts."""
    for name, field in model.model_fields.items():
        inner = _inner(field.annotation)
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            yield from (f"{name}.{rest}" for rest in fields_of(inner))
        else:
            yield name


def _inner(annotation: Any) -> Any:
    kind = bare(annotation)
    return bare(get_args(kind)[0]) if get_origin(kind) is list else kind
