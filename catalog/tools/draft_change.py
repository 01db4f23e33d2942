"""What a program may say of a draft, in part or from the beginning."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from catalog.errors import FieldProblem
from catalog.tools.content import Direction, Frozen, ParameterText, ToolText
from catalog.tools.storable import MOST_ROWS

Name = Annotated[str, Field(pattern="^[a-z][a-z0-9_]{2,62}[a-z0-9]$")]
Title = Annotated[str, Field(min_length=1, max_length=80)]
Description = Annotated[str, Field(min_length=1, max_length=2000)]


class DirectionChange(Direction):
    """The words for one outcome; what isn't said stays."""

    instruction: str = ""


class DraftChange(Frozen):
    """What shall be different in a draft; what isn't said stays. Parameters are known by name, directions by outcome."""

    name: Name = ""
    title: Title = ""
    description: Description = ""
    order: int = Field(100, ge=0, le=32767)
    enabled: bool = True
    widget: str = Field("", max_length=64)
    read_only_hint: bool = True
    destructive_hint: bool = False
    idempotent_hint: bool = True
    open_world_hint: bool = True
    invoking_text: str = Field("", max_length=64)
    invoked_text: str = Field("", max_length=64)
    aliases: list[Name] = []
    parameters: list[ParameterText] = Field([], max_length=MOST_ROWS)
    directions: list[DirectionChange] = Field([], max_length=MOST_ROWS)


class NewDraft(DraftChange):
    """Another tool of a handler. What isn't said is as the handler's shipped tool has it."""

    name: Name
    handler: str = Field(max_length=64)
    title: Title
    description: Description


def merged(text: ToolText, change: DraftChange) -> ToolText:
    """What a draft says once a change is made."""
    rows = {
        "parameters": _rows(text.parameters, change.parameters, by="name"),
        "directions": _rows(text.directions, change.directions, by="outcome"),
    }
    return text.model_copy(update=_said(change) | rows)


def named_twice(change: DraftChange) -> Iterator[FieldProblem]:
    """Rows that a change names more than once: nobody could say which of them counts."""
    names = [row.name for row in change.parameters], [row.outcome for row in change.directions]
    for name, count in [pair for listed in names for pair in Counter(listed).items()]:
        if count > 1:
            yield FieldProblem(name, "stands there twice.")


def _rows[R: Frozen](rows: Sequence[R], changes: Sequence[R], *, by: str) -> list[R]:
    found = {getattr(row, by): row for row in rows}
    for change in changes:
        name = getattr(change, by)
        found[name] = found[name].model_copy(update=_said(change)) if name in found else change
    return list(found.values())


def _said(change: Frozen) -> dict[str, object]:
    return {name: getattr(change, name) for name in change.model_fields_set}
