"""From what people write to a city, a region, a country or “remote”. At most one query a text.

Cities come from the `Place` table (GeoNames); countries and regions from the tables in `areas.py`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from catalog.listings.areas import Area
from catalog.listings.folding import fold_place
from catalog.listings.location_list import split_location_text
from catalog.listings.location_text import Mention, Reading, read_mention, readings
from catalog.listings.resolution import Kind, PlaceRef, Resolution
from catalog.models import Place

__all__ = ["PlaceRef", "PlaceResolver", "Resolution", "resolve_location_text", "resolve_place"]

_MOST_ROWS = 200
_MOST_CANDIDATES = 5
_MOST_REMEMBERED = 20_000
_HINTED_COUNTRY_WEIGHT = 50
_OTHER_NAME_WEIGHT = 0.5  # a place's own name beats another's nickname of the same size
_WORTH_MENTIONING = 0.05  # of the chosen city's inhabitants
_CITY_STATES = frozenset({"SG", "HK", "MO", "MC", "GI", "DJ", "VA"})


@dataclass(frozen=True, slots=True)
class _Match:
    reading: Reading
    place: PlaceRef
    is_own_name: bool

    def rank(self, country_hint: str) -> tuple[int, bool, float]:
        weight = 1 if self.is_own_name else _OTHER_NAME_WEIGHT
        weight *= _HINTED_COUNTRY_WEIGHT if self.place.country == country_hint else 1
        return len(self.reading.areas), self.reading.is_whole, self.place.population * weight


def resolve_place(asked: str, *, country_hint: str = "") -> Resolution:
    """What one place means. `country_hint` (ISO 3166 alpha-2) makes a country likelier, it never excludes others."""
    return PlaceResolver(country_hint=country_hint).place(asked)


def resolve_location_text(text: str, *, country_hint: str = "") -> tuple[Resolution, ...]:
    """Every place of a listing's raw location (`Austin, TX; Denver, CO`), without doubles; unknown parts are kept."""
    return PlaceResolver(country_hint=country_hint).places(text)


class PlaceResolver:
    """Resolves many texts and remembers each. Make one for a run and throw it away."""

    def __init__(self, *, country_hint: str = "") -> None:
        self._country_hint = country_hint
        self._known: dict[str, Resolution] = {}

    def place(self, asked: str) -> Resolution:
        if asked not in self._known:
            if len(self._known) >= _MOST_REMEMBERED:
                self._known.clear()
            self._known[asked] = _resolve(asked, self._country_hint)
        return self._known[asked]

    def places(self, text: str) -> tuple[Resolution, ...]:
        found = {_meaning(part): part for part in split_location_text(text, self.place)}
        return tuple(found.values())


def _meaning(found: Resolution) -> tuple[str, str, int, str, tuple[str, ...]]:
    return (
        found.kind,
        found.asked if found.kind == "unknown" else "",
        found.place.id if found.place else 0,
        found.region,
        found.countries,
    )


def _resolve(asked: str, country_hint: str) -> Resolution:
    mention = read_mention(asked, country_hint=country_hint)
    matches = sorted(_matches(mention), key=lambda match: match.rank(country_hint), reverse=True)
    match = next((match for match in matches if not _means_its_area(match, mention)), None)
    found = _as_city(match, matches, mention) if match else _as_area(mention)
    return replace(found, asked=asked)


def _matches(mention: Mention) -> Iterator[_Match]:
    possible = list(readings(mention))
    for place, names in _rows({reading.city for reading in possible}):
        for reading in possible:
            if reading.city in names and all(_any_holds(areas, place) for areas in reading.areas):
                yield _Match(reading, place, is_own_name=fold_place(place.name) == reading.city)


def _rows(names: Iterable[str]) -> Iterator[tuple[PlaceRef, Sequence[str]]]:
    wanted = sorted(name for name in names if name)
    if not wanted:
        return
    rows = Place.objects.filter(names__overlap=wanted).order_by("-population")[:_MOST_ROWS]
    for row in rows.values_list("id", "name", "country", "admin1", "latitude", "longitude", "population", "names"):
        yield PlaceRef(*row[:7]), row[7]


def _any_holds(areas: Iterable[Area], place: PlaceRef) -> bool:
    return any(area.holds(place.country, place.region) for area in areas)


def _means_its_area(match: _Match, mention: Mention) -> bool:
    """`Texas` is the state, not a village so called; `New York` is the city, for it lies in the state of its name.

    `Luxembourg, LU` is the city too: who names the country behind it means something smaller."""
    own_areas = mention.areas[match.reading.segment] if match.reading.is_whole else ()
    likeliest = next((area for area in own_areas if _fits(area, match.reading.areas)), None)
    if likeliest is None or _is_in_a_region(match):
        return False
    lies_within = likeliest.holds(match.place.country, match.place.region)
    is_smaller = likeliest.kind == "region" or likeliest.country in _CITY_STATES or bool(match.reading.areas)
    return not (lies_within and is_smaller)


def _fits(area: Area, others: Iterable[tuple[Area, ...]]) -> bool:
    return all(any(area.agrees_with(other) for other in alternatives) for alternatives in others)


def _is_in_a_region(match: _Match) -> bool:
    place = match.place
    return any(
        area.kind == "region" and area.holds(place.country, place.region)
        for areas in match.reading.areas
        for area in areas
    )


def _as_city(match: _Match, matches: Iterable[_Match], mention: Mention) -> Resolution:
    place = match.place
    return Resolution(
        asked="",
        kind="city",
        label=place.label,
        place=place,
        country=place.country,
        region=place.region,
        countries=(place.country,),
        is_remote=mention.is_remote,
        candidates=_others_called_so(match, matches),
        ignored=_ignored(mention, match.reading.segment),
    )


def _others_called_so(match: _Match, matches: Iterable[_Match]) -> tuple[PlaceRef, ...]:
    if _is_in_a_region(match):
        return ()
    smallest = match.place.population * _WORTH_MENTIONING
    others = (other.place for other in matches if other.is_own_name and other.place.population >= smallest)
    return tuple(dict.fromkeys(other for other in others if other != match.place))[:_MOST_CANDIDATES]


def _as_area(mention: Mention) -> Resolution:
    named = [areas for areas in mention.areas if areas]
    if not named:
        return _as_remote_or_unknown(mention)
    area = _most_agreed(named)
    countries = _all_countries(named, area) if mention.is_remote else area.countries
    kind: Kind = "remote" if mention.is_remote else "region" if area.kind == "region" else "country"
    label = f"Remote ({area.label})" if mention.is_remote else area.label
    return Resolution(
        "", kind, label, None, area.country, area.region, countries, mention.is_remote, (), _ignored(mention, -1)
    )


def _as_remote_or_unknown(mention: Mention) -> Resolution:
    ignored = _ignored(mention, -1)
    if mention.is_remote:
        return Resolution("", "remote", "Remote", is_remote=True, ignored=ignored)
    return Resolution("", "unknown", "", ignored=ignored)


def _most_agreed(named: Sequence[tuple[Area, ...]]) -> Area:
    """The area that most segments agree with; of equals, the more precise, then the likelier."""
    alternatives = [area for areas in named for area in areas]

    def merit(area: Area) -> tuple[int, bool]:
        agreeing = sum(any(area.agrees_with(other) for other in areas) for areas in named)
        return agreeing, len(named) > 1 and area.kind == "region"

    return max(alternatives, key=merit)


def _all_countries(named: Iterable[tuple[Area, ...]], area: Area) -> tuple[str, ...]:
    """`Remote – US, Canada` is open to both."""
    if area.kind == "region":
        return area.countries
    return tuple(dict.fromkeys(code for areas in named for code in areas[0].countries))


def _ignored(mention: Mention, city_segment: int) -> str:
    return ", ".join(
        segment for at, segment in enumerate(mention.segments) if at != city_segment and not mention.areas[at]
    )
