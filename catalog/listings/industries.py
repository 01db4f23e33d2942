"""Industries: our own short list, the names under which people mean them, and which one a posting belongs to."""

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from catalog.listings.folding import fold
from catalog.listings.names import normalise_title

UNKNOWN: Final = "unknown"
_DATA = Path(__file__).parent.parent / "data"
_PARTS = re.compile(r"\s*(?:[/,;|>&]|\s[-–]\s|\band\b|\bund\b|\bet\b)\s*", re.IGNORECASE)
# As part of a longer text these name a department or anything else, not an industry.
_TOO_COMMON_INSIDE = frozenset(
    {"care", "design", "industry", "production", "research", "building", "property", "delivery", "law"}
)
_SHORTEST_INSIDE = 5
_LONGEST_TITLE_PHRASE = 4


def industry_codes(names: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Codes for what a caller names, and the names that are no industry of ours."""
    known = _codes_by_name()
    named = {name: known.get(fold(name), "") for name in names}
    codes = tuple(dict.fromkeys(code for code in named.values() if code))
    return codes, tuple(name for name, code in named.items() if not code)


def industry_of(*hints: str, title: str = "") -> str:
    """The code that a posting's hints name (industry, category, NAICS; likeliest first), else its title, or `unknown`."""
    for read in (_whole, _by_naics, _in_parts, _inside):
        if code := next((code for hint in hints if (code := read(hint))), ""):
            return code
    return _by_title(title) or UNKNOWN


def _whole(hint: str) -> str:
    return _codes_by_name().get(fold(hint), "")


def _by_naics(hint: str) -> str:
    digits = hint.strip()
    if not re.fullmatch(r"[1-9]\d{1,5}", digits):
        return ""
    return next((code for length in range(len(digits), 1, -1) if (code := _codes_by_naics().get(digits[:length]))), "")


def _in_parts(hint: str) -> str:
    return next((code for part in _PARTS.split(hint) if (code := _whole(part))), "")


def _inside(hint: str) -> str:
    padded = f" {fold(hint)} "
    return next((code for name, code in _names_found_inside() if f" {name} " in padded), "")


def _by_title(title: str) -> str:
    """The longest known phrase decides, of equals the last: a nurse recruiter recruits."""
    known = _codes_by_title()
    return next((known[phrase] for phrase in _phrases(normalise_title(title).split()) if phrase in known), "")


def _phrases(words: list[str]) -> Iterator[str]:
    for length in range(min(_LONGEST_TITLE_PHRASE, len(words)), 0, -1):
        for start in range(len(words) - length, -1, -1):
            yield " ".join(words[start : start + length])


def _rows() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((_DATA / "industries.json").read_text(encoding="utf-8"))
    return rows


@cache
def _codes_by_name() -> dict[str, str]:
    return {fold(name): row["code"] for row in _rows() for name in (row["code"], row["label"], *row["aliases"])}


@cache
def _codes_by_naics() -> dict[str, str]:
    return {naics: row["code"] for row in _rows() for naics in row["naics"]}


@cache
def _names_found_inside() -> tuple[tuple[str, str], ...]:
    """Names that mean their industry also within a longer text, longest first."""
    telling = {name for name in _codes_by_name() if len(name) >= _SHORTEST_INSIDE} - _TOO_COMMON_INSIDE
    return tuple((name, _codes_by_name()[name]) for name in sorted(telling, key=lambda name: (-len(name), name)))


@cache
def _codes_by_title() -> dict[str, str]:
    table: dict[str, list[str]] = json.loads((_DATA / "industry_titles.json").read_text(encoding="utf-8"))
    return {normalise_title(phrase): code for code, phrases in table.items() for phrase in phrases}


def industry_labels() -> dict[str, str]:
    """Every code with its name, in the order of the table."""
    return {row["code"]: row["label"] for row in _rows()}
