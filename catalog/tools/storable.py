"""Whether a content from outside can be kept as drafts: what the admin's forms would ask of people, asked of a file."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model

from catalog.errors import FieldProblem
from catalog.models import ServerText, Tool, ToolDirection, ToolParameter
from catalog.models.tool import TOOL_NAME
from catalog.tools.content import CatalogueContent, Frozen

MOST_ROWS = 200  # of a tool; the largest handler of ours has 15
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # as JSON writes it; PostgreSQL's jsonb holds none
_ROWS = {"parameters", "directions"}
_HALF_SAID = {"blank", "null"}  # a draft may be unfinished; publishing asks for the rest


def storable_problems(content: CatalogueContent) -> Iterator[FieldProblem]:
    """Names twice, texts too long, numbers too large, characters that PostgreSQL doesn't hold; by tool and field."""
    yield from _row_problems("server", ServerText(instructions=content.instructions))
    yield from _twice("tools", [tool.name for tool in content.tools])
    for tool in content.tools:
        yield from _row_problems(tool.name, Tool(**_own(tool)))
        if tool.name.endswith("\n"):  # which `$` lets pass
            yield FieldProblem(f"{tool.name.strip()}.name", str(TOOL_NAME.message))
        if len(tool.parameters) + len(tool.directions) > MOST_ROWS:
            yield FieldProblem(tool.name, f"takes at most {MOST_ROWS} parameters and directions.")
        yield from _twice(tool.name, [row.name for row in tool.parameters])
        yield from _twice(tool.name, [row.outcome for row in tool.directions])
        for parameter in tool.parameters:
            yield from _row_problems(f"{tool.name}.{parameter.name}", ToolParameter(**_own(parameter)))
        for direction in tool.directions:
            yield from _row_problems(f"{tool.name}.{direction.outcome}", ToolDirection(**_own(direction)))


def is_storable(value: Any) -> bool:
    """Whether PostgreSQL holds this JSON: no NUL, no half of a character, no infinite number."""
    try:
        text = json.dumps(value, allow_nan=False, ensure_ascii=False)
        text.encode()
    except ValueError:
        return False
    return _NUL.search(text) is None


def _own(text: Frozen) -> dict[str, Any]:
    return {name: getattr(text, name) for name in type(text).model_fields if name not in _ROWS}


def _twice(where: str, names: list[str]) -> Iterator[FieldProblem]:
    for name, count in Counter(names).items():
        if count > 1:
            yield FieldProblem(f"{where}.{name}", "stands there twice.")


def _row_problems(where: str, row: Model) -> Iterator[FieldProblem]:
    try:
        row.clean_fields(exclude={"tool"})
    except ValidationError as error:
        for name, errors in error.error_dict.items():
            told = [message for item in errors if item.code not in _HALF_SAID for message in item.messages]
            if told:
                yield FieldProblem(f"{where}.{name}", told[0])
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        limit = getattr(field, "max_length", None)
        if field.get_internal_type() == "TextField" and limit and len(value) > limit:
            yield FieldProblem(f"{where}.{field.name}", f"takes at most {limit:,} characters.")
        if not is_storable(value):
            yield FieldProblem(f"{where}.{field.name}", "holds a character that can't be stored.")
