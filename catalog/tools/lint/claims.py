"""What a parameter's text claims of it, to be held against its schema: bounds, a default, a list of values, a type."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
NUMBERS = {word: number for number, word in enumerate(_ONES.split(" "))} | {
    "twenty": 20,
    "thirty": 30,
    "fifty": 50,
    "hundred": 100,
}
_N = rf"(?:\d[\d,]*\b|\b(?:{'|'.join(NUMBERS)})\b)"
_ANY_NUMBER = re.compile(_N)
_UNIT = r"(?:[ -](?P<unit>[a-z]+))?"
_UPPER = (
    re.compile(
        r"\b(?:up to|at most|max(?:imum|\.)?(?: of| is|:)?|maximum number of \w+:?|no more than|not more than|limited to"
        rf"|limit(?: of|:)) (?P<n>{_N}){_UNIT}"
    ),
    re.compile(
        rf"(?P<n>{_N})(?: (?P<unit>(?!at|or|max)[a-z]+))?,? (?:at most|or (?:fewer|less)|max(?:imum)?\b|tops\b)"
    ),
)
_LOWER = (re.compile(rf"\b(?:at least|min(?:imum|\.)?(?: of| is|:)?|no fewer than|no less than) (?P<n>{_N}){_UNIT}"),)
_RANGE = re.compile(
    rf"(?:^|[.(:] ?|\bbetween |\bfrom )(?P<low>{_N})(?: ?[-–—] ?| to | and | through )(?P<n>{_N}){_UNIT}"
)
_MARK = r"[`“”\"'(]?"
_DEFAULT = re.compile(
    rf"\bdefaults?(?: value)?(?: to| is| are|:| =)? ?{_MARK}(?P<value>[\w.-]*\w)"
    rf"|{_MARK}(?P<other>[\w-]+){_MARK} (?:is the default|by default)\b"
)


@dataclass(frozen=True)
class Bound:
    """A claimed bound: `unit` is the word after the number, as in “up to 12 places”."""

    number: int
    unit: str
    is_upper: bool
    passage: str


@lru_cache(maxsize=1024)
def bounds_in(text: str) -> tuple[Bound, ...]:
    """Every upper and lower bound that a text, in lower case, names in figures or words."""
    return tuple(_bounds_in(text)) if _ANY_NUMBER.search(text) else ()


def _bounds_in(text: str) -> Iterator[Bound]:
    for patterns, is_upper in ((_UPPER, True), (_LOWER, False)):
        for pattern in patterns:
            yield from (_bound(match, match["n"], is_upper=is_upper) for match in pattern.finditer(text))
    for match in _RANGE.finditer(text):
        yield _bound(match, match["n"], is_upper=True)
        yield _bound(match, match["low"], is_upper=False)


def defaults_in(text: str) -> tuple[str, ...]:
    """Every value that a text, in lower case, calls the default."""
    found = _DEFAULT.finditer(text) if "default" in text else ()
    return tuple(match["value"] or match["other"] for match in found)


def _bound(match: re.Match[str], number: str, *, is_upper: bool) -> Bound:
    value = NUMBERS.get(number)
    value = int(number.replace(",", "")) if value is None else value
    return Bound(value, match["unit"] or "", is_upper, match[0].strip(" .(:"))
