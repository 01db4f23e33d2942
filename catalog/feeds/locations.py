"""A record's location: the places it names, if they can be looked up, and how it is shown."""

from collections.abc import Sequence
from dataclasses import dataclass

from catalog.listings.areas import country_code
from catalog.listings.places import PlaceResolver, Resolution
from catalog.models import Place

_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Location:
    """`place_ids` are GeoNames' ids of the cities; `country` and `region` are those of the first place that has one."""

    label: str
    place_ids: tuple[int, ...] = ()
    country: str = ""
    region: str = ""


class Locations:
    """Understands locations and remembers them: a feed writes the same few hundred again and again."""

    def __init__(self, *, can_look_up: bool) -> None:
        self._can_look_up = can_look_up
        self._resolvers: dict[str, PlaceResolver] = {}

    def understand(self, text: str, *, country: str = "") -> Location:
        """`country` is the record's own field for it, in whatever form; it makes a country likelier."""
        code = country_code(country)
        if not text or not self._can_look_up:
            return Location(text or country[:200], country=code)
        resolver = self._resolvers.setdefault(code, PlaceResolver(country_hint=code))
        return _as_location(text, resolver.places(text), code)


def looked_up_locations() -> Locations:
    """With places if the Place table is filled; a board without it keeps locations as they are written."""
    return Locations(can_look_up=Place.objects.exists())


def _as_location(text: str, found: Sequence[Resolution], country: str) -> Location:
    labels = list(dict.fromkeys(place.short_label or place.asked for place in found)) or [text]
    more = f" and {len(labels) - _SHOWN} more" if len(labels) > _SHOWN else ""
    ids = tuple(dict.fromkeys(place.place.id for place in found if place.place))
    first = next((place for place in found if place.country), None)
    label = "; ".join(labels[:_SHOWN]) + more
    return Location(label, ids, first.country if first else country, first.region if first else "")
