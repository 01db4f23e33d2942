"""What differs between two contents, text by text, for people to read before they publish."""

import difflib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from catalog.tools.content import CatalogueContent, ToolText

SERVER = "Server instructions"
_OF_TOOL = [name for name in ToolText.model_fields if name not in {"name", "parameters", "directions"}]
ALIKE = 0.6  # share of common words above which two texts are one, changed
_OF_PARAMETER = ["exposed", "description", "default", "fixed", "allowed", "maximum"]

type Values = dict[tuple[str, str], str]


class Kind(StrEnum):
    SAME = "same"
    OLD = "old"
    NEW = "new"


@dataclass(frozen=True)
class Piece:
    """A run of words that both texts have, or one of them."""

    kind: Kind
    text: str


@dataclass(frozen=True)
class Change:
    """One text of one tool. Empty means that it was, or is, not there."""

    tool: str
    field: str
    old: str
    new: str

    def pieces(self) -> list[Piece]:
        """Word by word, in reading order; the old words stand before the new ones."""
        return list(_pieces(_words(self.old), _words(self.new)))


def changes(old: CatalogueContent, new: CatalogueContent) -> list[Change]:
    """Every text that differs, tool by tool in the order of `new`, those that are gone last."""
    before, after = _values(old), _values(new)
    keys = [*after, *(key for key in before if key not in after)]
    tools = list(dict.fromkeys(tool for tool, _ in keys))
    differing = [key for key in keys if before.get(key, "") != after.get(key, "")]
    differing.sort(key=lambda key: tools.index(key[0]))
    return [Change(*key, before.get(key, ""), after.get(key, "")) for key in differing]


def _values(content: CatalogueContent) -> Values:
    values = {(SERVER, "instructions"): content.instructions}
    for tool in content.tools:
        values |= {(tool.name, field): text for field, text in _texts(tool)}
    return values


def _texts(tool: ToolText) -> Iterator[tuple[str, str]]:
    for field in _OF_TOOL:
        yield field.replace("_", " "), _shown(getattr(tool, field))
    for parameter in tool.parameters:
        for field in _OF_PARAMETER:
            yield f"parameter {parameter.name}: {field}", _shown(getattr(parameter, field))
    for direction in tool.directions:
        yield f"outcome {direction.outcome}: instruction", direction.instruction
        yield f"outcome {direction.outcome}: reason", direction.reason


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _words(text: str) -> list[str]:
    return re.findall(r"\s+|\S+", text)


def _pieces(old: list[str], new: list[str]) -> Iterator[Piece]:
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    rewritten = [("replace", 0, len(old), 0, len(new))]  # word by word, two different texts would be a patchwork
    for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes() if matcher.ratio() > ALIKE else rewritten:
        if tag == "equal":
            yield Piece(Kind.SAME, "".join(old[old_from:old_to]))
            continue
        if old_to > old_from:
            yield Piece(Kind.OLD, "".join(old[old_from:old_to]))
        if new_to > new_from:
            yield Piece(Kind.NEW, "".join(new[new_from:new_to]))
