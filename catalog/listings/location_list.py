"""A listing's location may name several places in one text. This tells a list of places from one place in parts."""

import re
from collections.abc import Callable, Iterator

from catalog.listings.areas import areas_called
from catalog.listings.resolution import Resolution

Resolve = Callable[[str], Resolution]

_MOST_PLACES = 12
_LONGEST = 1_000
_LARGE_CITY = 100_000
_HARD = re.compile(r"\s*[;|\n•]+\s*")
_SOFT = re.compile(r"\s*/\s*|\s+(?:or|and|und|oder|et|ou|&|\+)\s+", re.IGNORECASE)
_CITY_AND_STATE = re.compile(r"[^,]+,\s*[A-Z]{2}\b")
_CITIES_AND_STATES = re.compile(r"(?:[^,]+,\s*[A-Z]{2}\s*(?:,\s*|$)){2,}")


def split_location_text(text: str, resolve: Resolve) -> Iterator[Resolution]:
    """At most twelve resolutions; `resolve` is asked for one place at a time."""
    found = (part for chunk in _HARD.split(text[:_LONGEST]) if chunk.strip() for part in _chunk(chunk.strip(), resolve))
    for _, part in zip(range(_MOST_PLACES), found, strict=False):
        yield part


def _chunk(chunk: str, resolve: Resolve) -> list[Resolution]:
    if _CITIES_AND_STATES.fullmatch(chunk):
        return [resolve(pair.strip()) for pair in _CITY_AND_STATE.findall(chunk)]
    if areas_called(chunk):
        return [resolve(chunk)]
    parts = [part for part in _SOFT.split(chunk) if part]
    if len(parts) > 1 and (several := _alternatives(chunk, parts, resolve)):
        return several
    return _comma_list(chunk, resolve) or [resolve(chunk)]


def _alternatives(chunk: str, parts: list[str], resolve: Resolve) -> list[Resolution]:
    """`Berlin / Hamburg`, `Austin or Dallas, TX`; but `Brighton and Hove` and `Austin/TX` are one place each."""
    whole = resolve(chunk)
    if "/" not in chunk and whole.kind in {"city", "region", "country"} and not whole.ignored:
        return []
    tail = parts[-1].partition(",")[2]
    found = [result for part in parts for result in _comma_list(part, resolve) or [_within(part, tail, resolve)]]
    if any(result.kind == "unknown" for result in found) or _is_one_place_in_parts(found):
        return []
    return found


def _within(part: str, tail: str, resolve: Resolve) -> Resolution:
    """`Austin` of `Austin or Dallas, TX` lies in TX if there is such a place."""
    if tail and "," not in part:
        together = resolve(f"{part},{tail}")
        if together.kind == "city" and not together.ignored:
            return together
    return resolve(part)


def _is_one_place_in_parts(found: list[Resolution]) -> bool:
    cities = [result for result in found if result.kind == "city"]
    areas = [result for result in found if result.kind in {"region", "country"}]
    return any(city.country in area.countries and area.region in {"", city.region} for city in cities for area in areas)


def _comma_list(text: str, resolve: Resolve) -> list[Resolution]:
    """`London, Berlin, Paris`: only when it makes no sense as one place and every part is a large city by itself."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    whole = resolve(text)
    if len(parts) < 2 or (whole.kind == "city" and not whole.ignored):
        return []
    found = [resolve(part) for part in parts]
    is_list = all(result.place is not None and result.place.population >= _LARGE_CITY for result in found)
    return found if is_list else []
