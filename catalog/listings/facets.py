"""From a place that somebody asked for to the facet lexemes that find its listings (see `index.py`)."""

from functools import lru_cache
from math import asin, cos, radians, sin, sqrt

from catalog.listings.places import PlaceRef, Resolution, resolve_place
from catalog.listings.search import PlaceFilter
from catalog.models import Place

HUB = 100_000  # inhabitants: listings carry the lexeme of every such city within 40 km
NEAR = 40.0  # km
MOST_NEIGHBOURS = 150
EARTH = 6371.0  # km, mean radius


@lru_cache(maxsize=4096)
def understood(asked: str) -> Resolution:
    """A place as asked for, resolved once a process: GeoNames doesn't change under us."""
    return resolve_place(asked)


def place_filter(resolution: Resolution) -> PlaceFilter:
    """The lexemes of a resolved place; a city means everything within 40 km. `Remote` alone has none: anywhere will do."""
    return PlaceFilter(resolution.asked, _lexemes(resolution), is_remote=resolution.is_remote)


def _lexemes(resolution: Resolution) -> tuple[str, ...]:
    if resolution.place is not None:
        return _city_lexemes(resolution.place)
    if resolution.region:
        return (f"=r{resolution.country}.{resolution.region}",)
    return tuple(f"=k{code}" for code in resolution.countries)


@lru_cache(maxsize=4096)
def _city_lexemes(place: PlaceRef) -> tuple[str, ...]:
    if place.population >= HUB:
        return (f"=n{place.id}",)
    return tuple(f"=c{pk}" for pk in neighbours(place))


def neighbours(place: PlaceRef) -> list[int]:
    """Ids of the places within 40 km, the nearest first, itself included; one query over a box of coordinates."""
    height = NEAR / 111.2
    width = height / max(cos(radians(place.latitude)), 0.05)
    box = Place.objects.filter(
        latitude__range=(place.latitude - height, place.latitude + height),
        longitude__range=(place.longitude - width, place.longitude + width),
    ).values_list("id", "latitude", "longitude")
    distances = sorted((distance(place.latitude, place.longitude, lat, lon), pk) for pk, lat, lon in box)
    return [pk for km, pk in distances if km <= NEAR][:MOST_NEIGHBOURS]


def distance(lat1: float, lon1: float, lat2: float, lon2: float) -> float:
    """Kilometres between two points in degrees, along the great circle (haversine)."""
    dlat, dlon = radians(lat2 - lat1), radians(lon2 - lon1)
    a = sin(dlat / 2) ** 2 + cos(radians(lat1)) * cos(radians(lat2)) * sin(dlon / 2) ** 2
    return 2 * EARTH * asin(sqrt(a))
