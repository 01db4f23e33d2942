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
    as_written: bool = False


def wording(level: Level, says: str, *patterns: str) -> Wording:
    """In any case of letters: the patterns, in lower case, meet a text in lower case (twice as fast as ignoring case)."""
    return Wording(level, re.compile("|".join(patterns)), says)


def shouted(level: Level, says: str, *patterns: str) -> Wording:
    """Only as written: where capitals make the difference."""
    return Wording(level, re.compile("|".join(patterns)), says, as_written=True)


def opening(words: str, *led_by: str) -> str:
    """A pattern for words that open a sentence or a clause, or follow one of `led_by`: “do not” in “Do not guess”, but not in
    “jobs that do not say”. It looks back from the words, so that it costs nothing where they aren't."""
    led = "".join(rf"|(?<=\b{leader} {words})" for leader in led_by)
    return rf"\b{words}(?:(?<!\w {words}){led})"


def worded(texts: Iterable[Text], wordings: tuple[Wording, ...], hint: str) -> Iterator[Found]:
    """One finding for each text and wording, with the first passage that is worded so."""
    for text in texts:
        for found, passage in _passages(text.plain, text.folded, wordings):
            yield Found(found.level, text.tool, text.field, f"{quoted(passage)} {found.says}.", hint)


@lru_cache(maxsize=4096)
def _passages(plain: str, folded: str, wordings: tuple[Wording, ...]) -> tuple[tuple[Wording, str], ...]:
    """Kept, because an editor types in one text while all the others stay as they are."""
    found = []
    for item in wordings:
        match = item.pattern.search(plain if item.as_written else folded)
        if match:
            whole = plain if len(plain) == len(folded) else match.string  # a few letters change their length
            found.append((item, whole[match.start() : match.end()]))
    return tuple(found)
