"""Reading the text of a location: its parts, what in it means remote, and every way to tell its city from its areas.

Nothing here asks the database; `places.py` does, once for all readings of a text.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from catalog.listings.areas import Area, areas_called
from catalog.listings.folding import fold_place

_NICKNAMES = Path(__file__).parents[1] / "data" / "nicknames.json"
_LONGEST = 200
_MOST_SEGMENTS = 8
_CITY_REGION_COUNTRY = 3
_LONGEST_CODE = 3
_COUNTRY_FIRST = re.compile(r"[A-Z]{2}(-[\w .']+){1,2}")  # US-TX-Austin, as some applicant tracking systems write
_BETWEEN = re.compile(r"[,;|()\[\]/•·:\n]+|\s+[-–—]+\s+|[–—]+|(?<=remote)\s*-\s*|\s+-(?=\w)", re.IGNORECASE)
_POSTCODE_IN_TWO = re.compile(r"\b([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{4} ?[A-Z]{2})\b")
_WITH_DIGIT = re.compile(r"\S*\d\S*")
_REMOTE = re.compile(
    r"""\b(?:(?:fully|100[ ]?%|us)[ -])?(?:
        remote(?:[ -]?(?:first|friendly|ok|work|only|working))? | work(?:ing)?[ ]from[ ](?:home|anywhere)
        | anywhere(?:[ ]in[ ]the[ ]world)? | worldwide | wfh | home[ -]?office | telecommut\w+ | tele-?work\w* | virtual
        | t[ée]l[ée]travail | teletrabajo | remoto)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_NOISE = re.compile(
    r"\b(?:hybrid\w*|on[ -]?site|in[ -]office|flexible|multiple locations|various locations|several locations|global(?:ly)?"
    r"|distributed|headquarters|hq|based(?: in)?|possible|optional|m[öo]glich|only)\b",
    re.IGNORECASE,
)
_JOINING_WORDS = re.compile(
    r"^(?:in|or|and|the|within|from|und|oder|&|\+|-|\.)+\s+|\s+(?:or|and|und|oder|in|&|\+|-)$|^[\W_]+$", re.IGNORECASE
)
_AROUND = re.compile(
    r"^(?:greater|metro(?:politan)?|downtown|central|city of|state of|province of|county of|the|raum|grossraum|region) "
    r"| (?:bay area|metro(?:politan)?(?: area| region)?|metroplex|area|region|county|city region|and surroundings|und umgebung)$"
)


_Named = tuple[str, tuple[Area, ...]]  # a segment, and the areas that it may mean


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a text: `city` (folded) lies in all of `areas`, each of which may mean several."""

    city: str
    areas: tuple[tuple[Area, ...], ...]
    segment: int
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class Mention:
    """A location's text in parts: `Remote – Austin, TX 78701` is remote and has the segments `Austin` and `TX`."""

    segments: tuple[str, ...]
    areas: tuple[tuple[Area, ...], ...]  # parallel to segments; empty where a segment is no area
    is_remote: bool


def read_mention(asked: str, *, country_hint: str = "") -> Mention:
    text = _without_nickname(asked.strip()[:_LONGEST])
    is_remote = bool(_REMOTE.search(text))
    segments = tuple(_segments(text))[:_MOST_SEGMENTS]
    named = [(segment, _areas_of(segment, country_hint)) for segment in segments]
    ruled = _ruled_by_the_country_last(named)
    return Mention(tuple(segment for segment, _ in ruled), tuple(areas for _, areas in ruled), is_remote)


def readings(mention: Mention) -> Iterator[Reading]:
    """Every segment may be the city; a segment's last words may be an area (`austin texas`)."""
    for index, segment in enumerate(mention.segments):
        others = tuple(areas for at, areas in enumerate(mention.areas) if areas and at != index)
        whole = fold_place(segment)
        yield Reading(whole, others, index)
        bare = _without_surroundings(whole)
        if bare != whole and not areas_called(whole):  # "province of quebec" is not the city
            yield Reading(bare, others, index, is_whole=False)
        if not mention.areas[index]:
            yield from _with_trailing_area(bare, others, index)


def _ruled_by_the_country_last(named: list[_Named]) -> list[_Named]:
    """`Cork, CO, IE` is in Ireland: a code there that means only places elsewhere (Colorado) is Ireland's own abbreviation."""
    last = named[-1][1] if len(named) >= _CITY_REGION_COUNTRY else ()
    countries = tuple(area for area in last if area.kind == "country")
    if not countries:
        return named
    kept = [pair for pair in named[:-1] if not (_is_code(pair[0]) and _lies_elsewhere(pair[1], last))]
    return named if len(kept) == len(named) - 1 else [*kept, (named[-1][0], countries)]


def _is_code(segment: str) -> bool:
    return len(segment) <= _LONGEST_CODE


def _lies_elsewhere(areas: tuple[Area, ...], last: tuple[Area, ...]) -> bool:
    """Not so in `Philadelphia, PA, DE`: American postings list neighbouring states."""
    agrees = any(area.agrees_with(other) for area in areas for other in last)
    return bool(areas) and not agrees and not (_has_a_state(areas) and _has_a_state(last))


def _has_a_state(areas: tuple[Area, ...]) -> bool:
    return any(area.kind == "region" and area.country == "US" for area in areas)


def _with_trailing_area(folded: str, others: tuple[tuple[Area, ...], ...], index: int) -> Iterator[Reading]:
    words = folded.split(" ")
    for cut in range(max(1, len(words) - 4), len(words)):
        if tail := areas_called(" ".join(words[cut:])):
            yield Reading(" ".join(words[:cut]), (*others, tail), index, is_whole=False)


def _areas_of(segment: str, country_hint: str) -> tuple[Area, ...]:
    whole = fold_place(segment)
    return areas_called(whole, country_hint=country_hint) or areas_called(
        _without_surroundings(whole), country_hint=country_hint
    )


def _without_surroundings(folded: str) -> str:
    """`greater london` → `london`, `san francisco bay area` → `san francisco`."""
    return _AROUND.sub("", _AROUND.sub("", folded)).strip()


def _segments(text: str) -> Iterator[str]:
    if _COUNTRY_FIRST.fullmatch(text):
        text = ",".join(reversed(text.split("-")))
    for part in _BETWEEN.split(_POSTCODE_IN_TWO.sub(" ", text)):
        words = _WITH_DIGIT.sub(" ", _NOISE.sub(" ", _REMOTE.sub(" ", part)))
        segment = _JOINING_WORDS.sub("", _JOINING_WORDS.sub("", " ".join(words.split()))).strip(" .-")
        if fold_place(segment):
            yield segment


def _without_nickname(text: str) -> str:
    folded = fold_place(text)
    return _nicknames().get(folded) or _nicknames().get(_without_surroundings(folded), text)


@cache
def _nicknames() -> dict[str, str]:
    table: dict[str, str] = json.loads(_NICKNAMES.read_text(encoding="utf-8"))
    return {fold_place(nickname): name for nickname, name in table.items()}
