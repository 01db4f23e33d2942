"""What people read before they decide: every text that differs, old beside new, and what each change means to clients."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from catalog.tools.classes import ClassedChange, changes_of
from catalog.tools.content import CatalogueContent
from catalog.tools.diff import Change, Piece, changes
from catalog.tools.schema_changes import Grade

WHOLE = "tool"  # the field of a change that is of a tool as such: it is new, or gone


@dataclass(frozen=True)
class ReviewedChange:
    """One line of a review. `grade` and `reason` are empty for the texts of a tool that is new or gone as a whole."""

    tool: str
    field: str
    pieces: tuple[Piece, ...] = ()
    grade: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Review:
    """All lines, tool by tool."""

    changes: tuple[ReviewedChange, ...]

    @property
    def counts(self) -> list[tuple[str, int]]:
        """How many there are of each class, the gravest first; those without a class are not counted."""
        found = Counter(change.grade for change in self.changes)
        return [(grade.value, found[grade]) for grade in reversed(Grade) if found[grade]]

    @property
    def is_breaking(self) -> bool:
        return any(change.grade == Grade.BREAKING for change in self.changes)


def review(old: CatalogueContent, new: CatalogueContent) -> Review:
    """Compares two contents, drafts or releases."""
    texts = {(change.tool, change.field): change for change in changes(old, new)}
    classes = {(change.tool, change.field): change for change in changes_of(old, new)}
    keys = sorted(classes.keys() - texts.keys(), key=list(classes).index)
    whole = [key for key in keys if key[1] == WHOLE]
    keys = [*whole, *texts, *(key for key in keys if key not in whole)]
    tools = list(dict.fromkeys(tool for tool, _ in [*texts, *keys]))
    keys.sort(key=lambda key: tools.index(key[0]))
    return Review(tuple(_line(key, texts.get(key), classes.get(key)) for key in keys))


def stored_review(diff: list[dict[str, str]]) -> Review:
    """The review that a release keeps of what it changed when it was made."""
    found = [ClassedChange(**{**change, "grade": Grade(change["grade"])}) for change in diff]  # type: ignore[arg-type]
    return Review(tuple(_line((change.tool, change.field), None, change) for change in found))


def review_page(request: HttpRequest, name: str, **context: object) -> HttpResponse:
    """A page of the admin that shows a review."""
    return TemplateResponse(request, f"admin/catalog/{name}.html", admin.site.each_context(request) | context)


def _line(key: tuple[str, str], text: Change | None, classed: ClassedChange | None) -> ReviewedChange:
    graded = (classed.grade.value, classed.reason) if classed else ("", "")
    return ReviewedChange(*key, tuple(_pieces(text, classed)), *graded)


def _pieces(text: Change | None, classed: ClassedChange | None) -> Iterator[Piece]:
    if text is None and classed is not None and classed.field != WHOLE:
        text = Change(classed.tool, classed.field, classed.old, classed.new)
    return iter(text.pieces() if text else ())
