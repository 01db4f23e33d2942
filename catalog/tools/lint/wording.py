"""Turns of phrase that rules look for in texts, whatever they are disguised as."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found
from catalog.tools.lint.texts import Text, quoted


@dataclass(frozen=True)
class Wording:
    """`says` goes on after the quoted passage: “you must” gives the model an order."""

    level: Level
    pattern: re.Pattern[str]
    says: str


def wording(level: Level, pattern: str, says: str) -> Wording:
    """In any case of letters."""
    return Wording(level, re.compile(pattern, re.IGNORECASE), says)


def shouted(level: Level, pattern: str, says: str) -> Wording:
    """Only as written: where capitals make the difference."""
    return Wording(level, re.compile(pattern), says)


def worded(texts: Iterable[Text], wordings: tuple[Wording, ...], hint: str) -> Iterator[Found]:
    """One finding for each text and wording, with the first passage that is worded so."""
    for text in texts:
        for found, passage in _passages(text.plain, wordings):
            yield Found(found.level, text.tool, text.field, f"{quoted(passage)} {found.says}.", hint)


@lru_cache(maxsize=8192)
def _passages(plain: str, wordings: tuple[Wording, ...]) -> tuple[tuple[Wording, str], ...]:
    """Kept, because an editor types in one text while all the others stay as they are."""
    matches = ((item, item.pattern.search(plain)) for item in wordings)
    return tuple((item, match[0]) for item, match in matches if match)
