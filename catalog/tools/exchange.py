"""The catalogue as one readable file: out from drafts or a release, in as drafts. An import never publishes."""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from pydantic import ValidationError

from catalog.errors import FieldProblem, ShortlistError
from catalog.models import AuditEvent, Release, Tool
from catalog.tools.audit import Person, record_event
from catalog.tools.content import CatalogueContent, Direction, Frozen, ParameterText, ToolText
from catalog.tools.diff import SERVER
from catalog.tools.drafts import draft_content, locked_drafts, refuse_unread, save_drafts
from catalog.tools.labels import labelled_release
from catalog.tools.publish import frozen_content, release_content
from catalog.tools.storable import storable_problems
from catalog.tools.yaml_text import read_yaml, write_yaml

IMPORTING = (
    "catalog.add_tool",
    "catalog.change_tool",
    "catalog.delete_tool",
    "catalog.change_servertext",
)  # permissions
_SHAPES: dict[str, type[Frozen]] = {"tools": ToolText, "parameters": ParameterText, "directions": Direction}


@dataclass(frozen=True)
class Imported:
    """Names of the drafts that an import made, changed and took away."""

    made: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.made or self.changed or self.removed)


def export_text(content: CatalogueContent) -> str:
    """YAML in stable order: tools as they are listed, keys as the content declares them, what is at its default left out."""
    return write_yaml(_in_order(content).model_dump(mode="json", exclude_defaults=True))


def read_content(text: str) -> CatalogueContent:
    """A file's content, not yet compiled. Raises `not_yaml` or `import_invalid`, which names every key that doesn't fit."""
    found = read_yaml(text)
    if not isinstance(found, dict):
        found = {"the file": found}
    try:
        content = CatalogueContent.model_validate(found)
    except ValidationError as error:
        problems = [_plain(item, found) for item in error.errors(include_url=False, include_input=False)]
        raise _invalid(problems) from None
    if problems := list(storable_problems(content)):
        raise _invalid(problems)
    return content


def content_named(name: str) -> CatalogueContent:
    """What `draft`, a label or a release's number stands for. Raises `unknown_content`."""
    if name == "draft":
        return frozen_content(draft_content())
    number = int(name) if name.isascii() and name.isdigit() and len(name) < 9 else None
    release = Release.objects.filter(pk=number).first() if number is not None else labelled_release(name)
    if release is None:
        raise ShortlistError(
            "unknown_content", f"There is no release or label “{name}”.", "Say draft, live, another label or a number."
        )
    return release_content(release)


def preview_import(content: CatalogueContent) -> Imported:
    """What an import would do to the drafts."""
    return _compared(draft_content(), content)


@transaction.atomic
def import_drafts(*, content: CatalogueContent, user: Person, note: str = "", reviewed: str = "") -> Imported:
    """Makes the drafts say what `content` says, and nothing more: those that it doesn't hold are taken away.

    The audit keeps the drafts as they were. Drafts that say the same already are not touched. Raises `drafts_changed` where
    `reviewed`, the hash of the drafts that somebody has compared the file with, is given and no longer theirs.
    """
    drafts = locked_drafts()
    refuse_unread(drafts, reviewed)
    before = _in_order(drafts)
    found = _compared(before, content)
    Tool.objects.filter(name__in=found.removed).delete()
    new = [tool for tool in content.tools if tool.name in {*found.made, *found.changed}]
    save_drafts(content=content.model_copy(update={"tools": new}))
    details = {"made": found.made, "changed": found.changed, "removed": found.removed}
    record_event(
        user=user,
        verb=AuditEvent.Verb.IMPORTED,
        note=note,
        details={**details, "before": before.model_dump(mode="json", exclude_defaults=True)},
    )
    return found


def _compared(before: CatalogueContent, after: CatalogueContent) -> Imported:
    old = {tool.name: tool for tool in _in_order(before).tools}
    new = {tool.name: tool for tool in _in_order(after).tools}
    server = (SERVER,) if before.instructions != after.instructions else ()
    return Imported(
        made=tuple(name for name in new if name not in old),
        changed=(*server, *(name for name, tool in new.items() if name in old and old[name] != tool)),
        removed=tuple(name for name in old if name not in new),
    )


def _in_order(content: CatalogueContent) -> CatalogueContent:
    """Tools as they are listed, without the empty rows that the editor shows for outcomes nobody has worded."""
    tools = [
        tool.model_copy(update={"directions": [row for row in tool.directions if row.instruction or row.reason]})
        for tool in sorted(content.tools, key=lambda tool: (tool.order, tool.name))
    ]
    return content.model_copy(update={"tools": tools})


def _invalid(problems: list[FieldProblem]) -> ShortlistError:
    told = "; ".join(f"{item.field} {item.problem}" for item in problems[:5]).rstrip(".")
    more = f"; and {len(problems) - 5} more" if len(problems) > 5 else ""
    return ShortlistError(
        "import_invalid", f"The file doesn't fit: {told}{more}.", "Correct it, then import it again.", fields=problems
    )


def _plain(error: Any, whole: Any) -> FieldProblem:
    path, known = ".".join(_named(error["loc"], whole)), _known_keys(error["loc"])
    if error["type"] == "extra_forbidden":
        close = difflib.get_close_matches(str(error["loc"][-1]), known, n=1)
        return FieldProblem(
            path, f"is not known. {f'Did you mean {close[0]}?' if close else 'Known: ' + ', '.join(known)}"
        )
    words = {"missing": "is missing.", "string_type": "must be text."}
    return FieldProblem(path, words.get(error["type"], "does not have the right form."))


def _named(path: tuple[str | int, ...], node: Any) -> Iterator[str]:
    """Items of a list by what they are called rather than by their place."""
    for step in path:
        try:
            node = node[step]
        except (KeyError, IndexError, TypeError):
            node = None
        named = isinstance(step, int) and isinstance(node, dict)
        yield str(node.get("name") or node.get("outcome") or step) if named else str(step)


def _known_keys(path: tuple[str | int, ...]) -> list[str]:
    within = next((step for step in reversed(path[:-1]) if step in _SHAPES), None)
    return list((_SHAPES[str(within)] if within else CatalogueContent).model_fields)
