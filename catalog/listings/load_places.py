"""Fill the `Place` table from the extract that ships with the product (`catalog/data/places.tsv.xz`)."""

import lzma
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.db import connection, transaction

from catalog.listings.folding import fold_place
from catalog.listings.nearness import HUB_POPULATION, NEAR_KM, degrees_east, distance_km

EXTRACT = Path(__file__).parents[1] / "data" / "places.tsv.xz"
_COLUMNS = "id, name, ascii_name, country, admin1, latitude, longitude, population, timezone, names, hubs"


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A line of the extract."""

    id: int
    name: str
    country: str
    admin1: str
    latitude: float
    longitude: float
    population: int
    timezone: str
    names: list[str]


@dataclass(frozen=True, slots=True)
class LoadedPlaces:
    total: int
    written: int


@transaction.atomic
def load_places() -> LoadedPlaces:
    """Insert or update every place of the extract; a second run writes nothing. About two seconds."""
    rows = list(read_extract())
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE incoming_place (LIKE catalog_place INCLUDING DEFAULTS) ON COMMIT DROP")
        with cursor.copy(f"COPY incoming_place ({_COLUMNS}) FROM STDIN") as copy:
            for row, hubs in with_hubs(rows):
                copy.write_row(_cells(row, hubs))
        cursor.execute(_MERGE)
        written = cursor.rowcount
        cursor.execute("DROP TABLE incoming_place")
        # Rows that wait to be indexed make the planner read the whole table instead: 16 ms a place, not 0.1.
        cursor.execute("SELECT gin_clean_pending_list('place_names')")
        cursor.execute("ANALYZE catalog_place")
    return LoadedPlaces(len(rows), written)


def read_extract() -> Iterator[PlaceRow]:
    with lzma.open(EXTRACT, "rt", encoding="utf-8") as lines:
        for line in lines:
            key, name, country, admin1, latitude, longitude, population, timezone, names = line.rstrip("\n").split("\t")
            where = float(latitude), float(longitude)
            yield PlaceRow(int(key), name, country, admin1, *where, int(population), timezone, names.split("|"))


def with_hubs(rows: Iterable[PlaceRow]) -> Iterator[tuple[PlaceRow, list[int]]]:
    """Each place with every place of 100,000 inhabitants or more within 40 km, itself included where it is one."""
    rows = list(rows)
    grid: dict[tuple[int, int], list[PlaceRow]] = defaultdict(list)
    for row in rows:
        if row.population >= HUB_POPULATION:
            grid[_cell(row.latitude, row.longitude)].append(row)
    for row in rows:
        yield row, [hub.id for hub in _near(row, grid) if distance_km(row, hub) <= NEAR_KM]


def _cell(latitude: float, longitude: float) -> tuple[int, int]:
    return math.floor(latitude), math.floor(longitude)


def _near(row: PlaceRow, grid: dict[tuple[int, int], list[PlaceRow]]) -> Iterator[PlaceRow]:
    """Hubs of the one-degree cells around; towards the poles 40 km span more of them."""
    latitude, longitude = _cell(row.latitude, row.longitude)
    reach = math.ceil(degrees_east(NEAR_KM, abs(row.latitude) + 1))
    for north in (latitude - 1, latitude, latitude + 1):
        for east in range(longitude - reach, longitude + reach + 1):
            yield from grid.get((north, (east + 180) % 360 - 180), ())


def _cells(row: PlaceRow, hubs: list[int]) -> tuple[object, ...]:
    ascii_name = fold_place(row.name).title() if not row.name.isascii() else row.name
    where = row.country, row.admin1, row.latitude, row.longitude
    return row.id, row.name, ascii_name, *where, row.population, row.timezone, row.names, hubs


# Unchanged rows are left alone: rewriting them would cost a write each, and their listings' locks.
_MERGE = f"""
MERGE INTO catalog_place AS place USING incoming_place AS new ON place.id = new.id
WHEN MATCHED AND (place.name, place.ascii_name, place.country, place.admin1, place.latitude, place.longitude,
                  place.population, place.timezone, place.names, place.hubs)
      IS DISTINCT FROM (new.name, new.ascii_name, new.country, new.admin1, new.latitude, new.longitude,
                        new.population, new.timezone, new.names, new.hubs) THEN
  UPDATE SET name = new.name, ascii_name = new.ascii_name, country = new.country, admin1 = new.admin1,
    latitude = new.latitude, longitude = new.longitude, population = new.population, timezone = new.timezone,
    names = new.names, hubs = new.hubs
WHEN NOT MATCHED THEN INSERT ({_COLUMNS}) VALUES (new.id, new.name, new.ascii_name, new.country, new.admin1,
  new.latitude, new.longitude, new.population, new.timezone, new.names, new.hubs)
"""  # noqa: S608 - constants only
