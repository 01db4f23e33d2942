"""What a parameter's text claims of it, to be held against its schema: bounds, a default, a list of values, a type."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
]
NUMBERS = {word: number for number, word in enumerate(_ONES)} | {
    "twenty": 20,
    "thirty": 30,
    "fifty": 50,
    "hundred": 100,
}
_N = rf"(?:\d[\d,]*\b|\b(?:{'|'.join(NUMBERS)})\b)"
_UNIT = r"(?:[ -](?P<unit>[a-z]+))?"
_UPPER = (
    re.compile(
        rf"\b(?:up to|at most|max(?:imum|\.)?(?: of| is|:)?|maximum number of \w+:?|no more than|not more than|limited to|limit of|limit:)"
        rf" (?P<n>{_N}){_UNIT}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<n>{_N})(?: (?P<unit>(?!at|or|max)[a-z]+))?,? (?:at most|or (?:fewer|less)|max(?:imum)?\b|at maximum|tops)",
        re.IGNORECASE,
    ),
)
_LOWER = (
    re.compile(
        rf"\b(?:at least|min(?:imum|\.)?(?: of| is|:)?|no fewer than|no less than) (?P<n>{_N}){_UNIT}", re.IGNORECASE
    ),
)
_RANGE = re.compile(
    rf"(?:^|[.(:] ?|\bbetween |\bfrom )(?P<low>{_N})(?: ?[-–—] ?| to | and | through )(?P<n>{_N}){_UNIT}", re.IGNORECASE
)
_DEFAULT = re.compile(
    r"\bdefaults?(?: value)?(?: to| is| are|:| =)? ?[`“\"'(]?(?P<value>[\w.-]*\w)|[`“\"']?(?P<other>[\w-]+)[`”\"']? (?:is the default|by default)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Bound:
    """A claimed bound: `unit` is the word after the number, as in “up to 12 places”."""

    number: int
    unit: str
    is_upper: bool
    passage: str


def bounds_in(text: str) -> Iterator[Bound]:
    """Every upper and lower bound that a text names, in figures or words."""
    for patterns, is_upper in ((_UPPER, True), (_LOWER, False)):
        for pattern in patterns:
            yield from (_bound(match, match["n"], is_upper=is_upper) for match in pattern.finditer(text))
    for match in _RANGE.finditer(text):
        yield _bound(match, match["n"], is_upper=True)
        yield _bound(match, match["low"], is_upper=False)


def defaults_in(text: str) -> Iterator[str]:
    """Every value that a text calls the default."""
    for match in _DEFAULT.finditer(text):
        yield match["value"] or match["other"]


def _bound(match: re.Match[str], number: str, *, is_upper: bool) -> Bound:
    value = NUMBERS.get(number.lower())
    value = int(number.replace(",", "")) if value is None else value
    return Bound(value, (match["unit"] or "").lower(), is_upper, match[0].strip(" .(:"))
