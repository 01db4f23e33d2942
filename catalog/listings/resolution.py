"""What a location's text turned out to mean: the answer of `places.py`."""

from dataclasses import dataclass
from typing import Literal

from catalog.listings.areas import place_label, short_place_label

Kind = Literal["city", "region", "country", "remote", "unknown"]


@dataclass(frozen=True, slots=True)
class PlaceRef:
    """A city as others need it: `id` is GeoNames', `label` as shown (`Austin, TX, United States`)."""

    id: int
    name: str
    country: str
    region: str
    latitude: float
    longitude: float
    population: int

    @property
    def label(self) -> str:
        return place_label(self.name, self.country, self.region)


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a text was understood to mean.

    `countries` has one code for a city, region or country, several for a zone (`EU`), none for plain remote.
    `is_remote` also holds beside a city (`Austin (remote)`); `kind` is `remote` only without one.
    `candidates` are other cities that it may have meant; `ignored` the part that was not understood.
    """

    asked: str
    kind: Kind
    label: str
    place: PlaceRef | None = None
    country: str = ""
    region: str = ""
    countries: tuple[str, ...] = ()
    is_remote: bool = False
    candidates: tuple[PlaceRef, ...] = ()
    ignored: str = ""

    @property
    def short_label(self) -> str:
        """For a job's own line: a city with the region or country that people know it by."""
        return short_place_label(self.place.name, self.place.country, self.place.region) if self.place else self.label
