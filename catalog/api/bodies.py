"""What operations take in their bodies. Drafts: see `catalog.tools.draft_change`."""

from functools import cache
from typing import Annotated, Any, Literal

from jsonschema import Draft202012Validator
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from rest_framework.request import Request

from catalog.api.errors import wrong_body
from catalog.errors import FieldProblem
from catalog.tools.audit import LONGEST_NOTE
from catalog.tools.earlier import Source
from catalog.tools.plain import schema_problems

Note = Annotated[str, Field(max_length=LONGEST_NOTE, description="Why, for those who read the history.")]

Seen = Annotated[
    int,
    Field(
        ge=1, le=2**31 - 1, description="Where the label pointed when you compared; refused where it has moved since."
    ),
]


class Body(BaseModel):
    """Base of what an operation takes; an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Instructions(Body):
    """The server's instructions."""

    text: str = Field(max_length=2000)


class Reset(Body):
    """One text of a draft, and where its earlier words come from."""

    part: Literal["tool", "parameter", "outcome"]
    name: str = Field("", max_length=64, description="The parameter's or the outcome's; empty for the tool itself.")
    attribute: str = Field(max_length=40, description="`description`, `title`, `instruction` …")
    source: Source


class Publishing(Body):
    """What somebody says who publishes the drafts."""

    note: Note = ""
    confirm: str = Field("", max_length=100, description="What the refusal asks for where clients would break.")
    reviewed: str = Field("", max_length=64, description="The drafts' `sha256` that was read; others are refused.")


class Verdict(Body):
    """What a second person says."""

    note: Note = ""


class Approval(Verdict):
    """What a second person says who agrees."""

    seen: Seen | None = None


class Move(Body):
    """Where a label shall point."""

    release: int = Field(ge=1, le=2**31 - 1)
    note: Note = ""
    seen: Seen | None = None


def read_body[B: BaseModel](shape: type[B], request: Request) -> B:
    """Raises `bad_parameter`, which names every field that doesn't fit."""
    given: Any = request.data
    if not isinstance(given, dict):
        raise wrong_body([FieldProblem("body", "must be an object.")])
    if problems := schema_problems(_validator(shape), given):
        raise wrong_body(problems)
    try:
        return shape.model_validate(given)
    except ValidationError as error:  # the two dialects of regular expressions differ in line ends
        places = [".".join(map(str, item["loc"])) for item in error.errors()]
        raise wrong_body([FieldProblem(place, "does not have the right form.") for place in places]) from None


@cache
def _validator(shape: type[BaseModel]) -> Draft202012Validator:
    return Draft202012Validator(shape.model_json_schema())
