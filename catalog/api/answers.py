"""What the operations on the catalogue answer with. Times are ISO 8601 in UTC."""

from collections.abc import Sequence
from datetime import datetime
from http import HTTPStatus
from typing import Any, Literal

from drf_spectacular.utils import OpenApiParameter
from pydantic import BaseModel, ConfigDict

from catalog.api.shapes import AnswerErrorSerializer
from catalog.errors import FieldProblem
from catalog.tools.classes import ClassedChange
from catalog.tools.content import CatalogueContent, ToolText
from catalog.tools.lint import Finding
from catalog.tools.schema_changes import Grade

READING = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS)
WRITING = (
    HTTPStatus.BAD_REQUEST,
    *READING,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)
IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, required=True, description="The version that you have read, in quotes."
)


class Shape(BaseModel):
    """Base of what is answered: every field is always there."""

    model_config = ConfigDict(frozen=True, json_schema_serialization_defaults_required=True)


class Draft(ToolText):
    """A tool's draft. `version` is another one after every change; `problems` say what doesn't fit the code."""

    version: str
    kind: Literal["data", "render", ""]
    changed_at: datetime
    problems: list[FieldProblem]


class DraftInstructions(Shape):
    """The server's instructions as they are drafted."""

    text: str
    version: str


class Drafts(Shape):
    """All drafts. `sha256` is of what would be published: send it along as `reviewed`."""

    sha256: str
    instructions: DraftInstructions
    tools: list[Draft]


class OutcomeShape(Shape):
    """One thing that can happen, and the placeholders that its words may use."""

    code: str
    meaning: str
    placeholders: list[str]


class HandlerShape(Shape):
    """The code behind tools: what a draft can be begun from."""

    name: str
    kind: Literal["data", "render"]
    summary: str
    parameters: dict[str, Any]
    outcomes: list[OutcomeShape]


class Handlers(Shape):
    """Every handler that there is."""

    handlers: list[HandlerShape]


class Lint(Shape):
    """What the lint says: advice with levels, and the estimated size of tools/list in tokens."""

    tokens: int = 0
    counts: dict[str, int] = {}
    findings: list[Finding] = []


class Comparison(Shape):
    """Every change between two contents, classed by what it means to connected clients."""

    old: str
    new: str
    worst: Grade
    changes: list[ClassedChange]


class ImportedDrafts(Shape):
    """The drafts that an import made, changed and took away. `problems` stand in the way of publishing them.

    `reviewed` is of all drafts, those that are switched off too, as they are now: after a dry run, send it along."""

    reviewed: str
    made: list[str]
    changed: list[str]
    removed: list[str]
    problems: list[FieldProblem]


class VerdictShape(Shape):
    """What a second person said of a release."""

    is_approved: bool
    user: str
    note: str
    at: datetime


class ReleaseShape(Shape):
    """A release without its texts. `author` is null where the command line or the product itself published."""

    number: int
    sha256: str
    created_at: datetime
    author: str | None
    note: str
    parent: int | None
    labels: list[str]
    is_waiting: bool
    verdict: VerdictShape | None


class WholeRelease(ReleaseShape):
    """A release whole: what it froze, what the lint said of it, and what it changed."""

    content: CatalogueContent
    lint: Lint
    diff: list[ClassedChange]


class ReleasePage(Shape):
    """One page of releases, the newest first."""

    results: list[ReleaseShape]
    next: str | None


class LabelShape(Shape):
    """Where a label points."""

    name: str
    release: int
    moved_at: datetime
    moved_by: str | None


class Labels(Shape):
    """Every label."""

    labels: list[LabelShape]


def answers(shape: Any, common: Sequence[int], *others: int, status: int = HTTPStatus.OK) -> dict[Any, Any]:
    """For `extend_schema`: the answer, and the errors that there can be."""
    return {status: shape} | errors(common, *others)


def errors(common: Sequence[int], *others: int) -> dict[Any, Any]:
    """The errors alone."""
    return {(int(code), "application/json"): AnswerErrorSerializer for code in (*common, *others)}
