"""What differs between two contents, text by text, for people to read before they publish."""

import difflib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from catalog.tools.content import CatalogueContent, Direction, ParameterText, ToolText

SERVER = "Server instructions"
ALIKE = 0.6  # share of common words above which two texts are one, changed
_OF_TOOL = [name for name in ToolText.model_fields if name not in {"parameters", "directions"}]
_OF_PARAMETER = [name for name in ParameterText.model_fields if name != "name"]
_OF_DIRECTION = [name for name in Direction.model_fields if name != "outcome"]

type Values = dict[tuple[str, str], str]


class Place(NamedTuple):
    """Where in a tool a text stands: `part` is tool, parameter or outcome; `name` is the part's, empty for the tool."""

    part: str
    name: str
    attribute: str

    @property
    def label(self) -> str:
        words = self.attribute.replace("_", " ")
        return f"{self.part} {self.name}: {words}" if self.name else words


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
    before, after = _values(old, renamed(old, new)), _values(new, {})
    keys = [*after, *(key for key in before if key not in after)]
    tools = list(dict.fromkeys(tool for tool, _ in keys))
    keys.sort(key=lambda key: tools.index(key[0]))
    found = [Change(*key, before.get(key, ""), after.get(key, "")) for key in keys]
    return [change for change in found if change.old != change.new and not _says_nothing(change)]


def renamed(old: CatalogueContent, new: CatalogueContent) -> dict[str, str]:
    """Old name to new name, for tools that went on under another name and left the old one as an alias."""
    before, after = {tool.name for tool in old.tools}, {tool.name for tool in new.tools}
    came = [tool for tool in new.tools if tool.name not in before]
    left = {tool.name: next((alias for alias in tool.aliases if alias in before - after), "") for tool in came}
    return {alias: name for name, alias in left.items() if alias}


def texts_of(tool: ToolText) -> dict[Place, str]:
    """Everything that people may word or set, as they read it."""
    texts = {Place("tool", "", field): shown(getattr(tool, field)) for field in _OF_TOOL}
    texts[Place("tool", "", "aliases")] = ", ".join(tool.aliases)
    for parameter in tool.parameters:
        texts |= {
            Place("parameter", parameter.name, field): shown(getattr(parameter, field)) for field in _OF_PARAMETER
        }
    for direction in tool.directions:
        texts |= {Place("outcome", direction.outcome, field): getattr(direction, field) for field in _OF_DIRECTION}
    return texts


def told_texts(tool: ToolText) -> dict[Place, str]:
    """Without parameters that are hidden and say nothing: newer code brings such rows, and nobody decides on them."""
    silent = {item.name for item in tool.parameters if item == ParameterText(name=item.name, exposed=False)}
    return {
        place: text for place, text in texts_of(tool).items() if place.part != "parameter" or place.name not in silent
    }


def shown(value: Any) -> str:
    """A setting as people read it: yes and no, plain text, JSON for the rest; nothing for what is not set."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)


def _says_nothing(change: Change) -> bool:
    """A tool that is new or gone has its name above its texts already."""
    return change.field == "name" and not (change.old and change.new)


def _values(content: CatalogueContent, names: dict[str, str]) -> Values:
    values = {(SERVER, "instructions"): content.instructions}
    for tool in content.tools:
        name = names.get(tool.name, tool.name)
        values |= {(name, place.label): text for place, text in told_texts(tool).items()}
    return values


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
