"""From a place that somebody asked for to the facet lexemes that find its listings (see `index.py`)."""

from functools import lru_cache

from catalog.listings.filters import PlaceFilter
from catalog.listings.nearness import HUB_POPULATION, KM_PER_DEGREE, NEAR_KM, degrees_east, distance_km
from catalog.listings.places import PlaceRef, Resolution, resolve_place
from catalog.models import Place

MOST_NEIGHBOURS = 600  # the densest regions have fewer cities within 160 km, or hide nothing that people would miss


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


def place_filter(resolution: Resolution, *, radius_km: int = NEAR_KM) -> PlaceFilter:
    """The lexemes of a resolved place; a city means all within the radius. `Remote` alone has none: anywhere will do."""
    return PlaceFilter(resolution.asked, _lexemes(resolution, radius_km), is_remote=resolution.is_remote)


def _lexemes(resolution: Resolution, radius_km: int) -> tuple[str, ...]:
    if resolution.place is not None:
        return _city_lexemes(resolution.place, radius_km)
    if resolution.region:
        return (f"=r{resolution.country}.{resolution.region}",)
    return tuple(f"=k{code}" for code in resolution.countries)


@lru_cache(maxsize=4096)
def _city_lexemes(place: PlaceRef, radius_km: int) -> tuple[str, ...]:
    if radius_km == NEAR_KM and place.population >= HUB_POPULATION:
        return (f"=n{place.id}",)
    return tuple(f"=c{pk}" for pk in neighbours(place, radius_km=radius_km))


def neighbours(place: PlaceRef, *, radius_km: int = NEAR_KM) -> list[int]:
    """Ids of the places within the radius, the nearest first, itself included; one query over a box of coordinates."""
    height, width = radius_km / KM_PER_DEGREE, degrees_east(radius_km, place.latitude)
    box = Place.objects.only("latitude", "longitude").filter(
        latitude__range=(place.latitude - height, place.latitude + height),
        longitude__range=(place.longitude - width, place.longitude + width),
    )
    others = sorted((distance_km(place, other), other.pk) for other in box if other.pk != place.id)
    return [place.id, *(pk for km, pk in others if km <= radius_km)][:MOST_NEIGHBOURS]
