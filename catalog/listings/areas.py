"""Countries, their regions, and zones of several countries: what lies above a city. Read from `catalog/data/`."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from catalog.listings.folding import fold_place

_DATA = Path(__file__).parents[1] / "data"
_REGION_BY_SHORT_FORM = frozenset({"US", "CA", "AU"})
# "IN" and "DE" alone mean India and Germany far more often than Indiana and Delaware.
_CODES_OF_COUNTRIES_FIRST = frozenset({"de", "in", "id"})


@dataclass(frozen=True, slots=True)
class Area:
    """A country, one region of a country (GeoNames' first-level code), or a zone of several countries."""

    kind: Literal["country", "region", "zone"]
    name: str
    countries: tuple[str, ...]
    region: str = ""

    @property
    def country(self) -> str:
        """ISO 3166 alpha-2, empty for a zone."""
        return "" if self.kind == "zone" else self.countries[0]

    @property
    def label(self) -> str:
        return f"{self.name}, {country_name(self.country)}" if self.kind == "region" else self.name

    def holds(self, country: str, region: str) -> bool:
        return country in self.countries and self.region in {"", region}

    def agrees_with(self, other: "Area") -> bool:
        """Whether the one lies in the other."""
        return any(
            self.holds(country, other.region) or other.holds(country, self.region) for country in self._shared(other)
        )

    def _shared(self, other: "Area") -> set[str]:
        return set(self.countries) & set(other.countries)


@dataclass(frozen=True, slots=True)
class _Tables:
    countries: dict[str, dict[str, Any]]
    regions: dict[str, dict[str, dict[str, Any]]]
    by_name: dict[str, tuple[Area, ...]]
    country_by_name: dict[str, str]


def areas_called(name: str, *, country_hint: str = "") -> tuple[Area, ...]:
    """Every area that `name` may mean, likeliest first: `CA` is California, then Canada, then Catamarca's like."""
    folded = fold_place(name)
    found = _tables().by_name.get(folded, ())
    if len(found) < 2:
        return found
    return tuple(sorted(found, key=lambda area: _preference(area, folded, country_hint)))


def country_code(name: str) -> str:
    """ISO 3166 alpha-2 of a country field's text (`DE`, `Deutschland`, `usa`), or an empty string."""
    return _tables().country_by_name.get(fold_place(name), "")


def country_name(code: str) -> str:
    row = _tables().countries.get(code.upper())
    return str(row["name"]) if row else ""


def currency_of(country: str) -> str:
    """ISO 4217 code of a country's currency, or an empty string."""
    row = _tables().countries.get(country.upper())
    return str(row["currency"]) if row else ""


def region_name(country: str, region: str) -> str:
    row = _tables().regions.get(country, {}).get(region)
    return str(row["name"]) if row else ""


def place_label(name: str, country: str, region: str) -> str:
    """`Austin, TX, United States`, `Munich, Bavaria, Germany`, `Berlin, Germany`, `Singapore`."""
    row = _tables().regions.get(country, {}).get(region, {})
    shown = row.get("short" if country in _REGION_BY_SHORT_FORM else "name", "")
    parts = dict.fromkeys(part for part in (name, shown, country_name(country)) if part)
    return ", ".join(parts)


def short_place_label(name: str, country: str, region: str) -> str:
    """As a job's own line says it: `Austin, TX`, `Munich, Germany`, `Singapore`."""
    row = _tables().regions.get(country, {}).get(region, {})
    around = row.get("short", "") if country in _REGION_BY_SHORT_FORM else ""
    return ", ".join(dict.fromkeys(part for part in (name, around or country_name(country)) if part))


def _preference(area: Area, folded: str, country_hint: str) -> int:
    if country_hint and area.country == country_hint:
        return -1
    if area.kind == "zone":
        return 0
    if area.kind == "region":
        is_state = area.country == "US" and folded not in _CODES_OF_COUNTRIES_FIRST
        return 1 if is_state else 3
    return 2


@cache
def _tables() -> _Tables:
    countries, regions = _read("countries.json"), _read("regions.json")
    named = [*_named_countries(countries), *_named_regions(regions), *_named_zones(_read("zones.json"), countries)]
    by_name: dict[str, dict[Area, None]] = {}
    for name, area in named:
        by_name.setdefault(fold_place(name), {})[area] = None
    countries_alone = {fold_place(name): area.country for name, area in named if area.kind == "country"}
    return _Tables(countries, regions, {name: tuple(areas) for name, areas in by_name.items()}, countries_alone)


def _read(file: str) -> dict[str, Any]:
    table: dict[str, Any] = json.loads((_DATA / file).read_text(encoding="utf-8"))
    return table


def _named_countries(countries: dict[str, Any]) -> Iterator[tuple[str, Area]]:
    for code, row in countries.items():
        area = Area("country", row["name"], (code,))
        yield from ((name, area) for name in (code, row["name"], *row["aliases"]))


def _named_regions(regions: dict[str, Any]) -> Iterator[tuple[str, Area]]:
    for country, rows in regions.items():
        for code, row in rows.items():
            area = Area("region", row["name"], (country,), code)
            names = (row["name"], row.get("short", ""), *row.get("aliases", ()))
            yield from ((name, area) for name in names if name)


def _named_zones(zones: dict[str, Any], countries: dict[str, Any]) -> Iterator[tuple[str, Area]]:
    for zone, row in zones.items():
        by_continent = {
            code for code, country in countries.items() if country["continent"] in row.get("continents", ())
        }
        area = Area("zone", zone, tuple(sorted(by_continent | set(row.get("countries", ())))))
        yield from ((name, area) for name in (zone, *row["aliases"]))
