"""The texts of a catalogue that a model or a person reads, each with the place where it stands."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

from catalog.tools.content import CatalogueContent, ToolText
from catalog.tools.diff import Place
from catalog.tools.lint.characters import LOOKALIKES, is_invisible


class Kind(StrEnum):
    """Who reads a text, and when."""

    INSTRUCTIONS = "instructions"
    TITLE = "title"
    DESCRIPTION = "description"
    PARAMETER = "parameter"
    STATUS = "status"
    DIRECTION = "direction"


_QUOTED = re.compile(r'“[^”]*”|"[^"]*"')
BEFORE_A_CALL = frozenset(Kind) - {Kind.DIRECTION}
_OF_TOOL = {
    "title": Kind.TITLE,
    "description": Kind.DESCRIPTION,
    "invoking_text": Kind.STATUS,
    "invoked_text": Kind.STATUS,
}


@dataclass(frozen=True)
class Text:
    """One text as it was written; `name` is the parameter's or the outcome's."""

    tool: str
    kind: Kind
    field: str
    words: str
    name: str = ""

    @cached_property
    def plain(self) -> str:
        """The words as a reader takes them: without invisible characters, look-alikes read as what they look like."""
        return _plain(self.words)

    @cached_property
    def folded(self) -> str:
        """The plain words in lower case: what most rules read."""
        return self.plain.lower()


@lru_cache(maxsize=2048)
def _plain(words: str) -> str:
    if not words.isascii():
        words = unicodedata.normalize("NFKC", "".join(char for char in words if not is_invisible(char)))
        words = words.translate(LOOKALIKES)
    return " ".join(words.split())


def texts_in(content: CatalogueContent) -> Iterator[Text]:
    """Everything worded of the enabled tools; parameters only where a client lists them. Empty texts are left out."""
    if content.instructions.strip():
        yield Text("", Kind.INSTRUCTIONS, "instructions", content.instructions)
    for tool in content.tools:
        if tool.enabled:
            yield from (text for text in _texts_of(tool) if text.words.strip())


def _texts_of(tool: ToolText) -> Iterator[Text]:
    for attribute, kind in _OF_TOOL.items():
        yield Text(tool.name, kind, Place("tool", "", attribute).label, getattr(tool, attribute))
    for row in tool.parameters:
        if row.exposed and row.fixed is None:
            label = Place("parameter", row.name, "description").label
            yield Text(tool.name, Kind.PARAMETER, label, row.description, row.name)
    for direction in tool.directions:
        for attribute in ("instruction", "reason"):
            label = Place("outcome", direction.outcome, attribute).label
            yield Text(tool.name, Kind.DIRECTION, label, getattr(direction, attribute), direction.outcome)


def unquoted(words: str) -> str:
    """Without what stands in quotation marks: examples claim nothing."""
    return _QUOTED.sub("“”", words)


def quoted(words: str, most: int = 60) -> str:
    """A passage as a message may show it: short, on one line, nothing invisible in it."""
    seen = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in re.sub(r"\s+", " ", words.strip()))
    return f"“{seen if len(seen) <= most else seen[: most - 1] + '…'}”"
