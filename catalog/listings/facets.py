"""From a place that somebody asked for to the facet lexemes that find its listings (see `index.py`)."""

from functools import lru_cache

from catalog.listings.nearness import HUB_POPULATION, KM_PER_DEGREE, NEAR_KM, degrees_east, distance_km
from catalog.listings.places import PlaceRef, Resolution, resolve_place
from catalog.listings.search import PlaceFilter
from catalog.models import Place

MOST_NEIGHBOURS = 150


def understood(asked: str) -> Resolution:
    """A place as asked for. Cities are resolved once a process; what is no city may become one when places are loaded."""
    try:
        return _city(asked)
    except NotACityError as error:
        return error.resolution


class NotACityError(Exception):
    """Raised rather than returned, because a cache keeps what is returned."""

    def __init__(self, resolution: Resolution) -> None:
        super().__init__(resolution.asked)
        self.resolution = resolution


@lru_cache(maxsize=4096)
def _city(asked: str) -> Resolution:
    resolution = resolve_place(asked)
    if resolution.place is None:
        raise NotACityError(resolution)
    return resolution


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
    if place.population >= HUB_POPULATION:
        return (f"=n{place.id}",)
    return tuple(f"=c{pk}" for pk in neighbours(place))


def neighbours(place: PlaceRef) -> list[int]:
    """Ids of the places within 40 km, the nearest first, itself included; one query over a box of coordinates."""
    height, width = NEAR_KM / KM_PER_DEGREE, degrees_east(NEAR_KM, place.latitude)
    box = Place.objects.only("latitude", "longitude").filter(
        latitude__range=(place.latitude - height, place.latitude + height),
        longitude__range=(place.longitude - width, place.longitude + width),
    )
    distances = sorted((distance_km(place, other), other.pk) for other in box)
    return [pk for km, pk in distances if km <= NEAR_KM][:MOST_NEIGHBOURS]
