"""Countries and cities, with what work pays there."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from demo.vocabulary import words

HUB_COUNT = 12

# Only here do people write a region's code into an address.
REGION_IS_WRITTEN = {"US", "CA", "AU"}


@dataclass(frozen=True, kw_only=True)
class Country:
    """`wages` turns an amount of the US table into local currency; `share` is its weight among the adverts."""

    code: str
    name: str
    aliases: tuple[str, ...]
    currency: str
    wages: float
    least_an_hour: float
    share: int


@dataclass(frozen=True)
class City:
    """A real city. `level` compares its wages with the rest of its country; `size` is its weight there."""

    name: str
    region: str
    region_name: str
    level: float
    size: int
    country: Country

    @property
    def written_region(self) -> str:
        """The region's code where addresses carry one, else nothing."""
        return self.region if self.country.code in REGION_IS_WRITTEN else ""


@cache
def cities() -> tuple[City, ...]:
    """Every city of the demo, country by country."""
    return tuple(city for code, table in words("places").items() for city in _cities_of(code, table))


@cache
def cities_in(code: str) -> tuple[City, ...]:
    """The cities of one country, by its two-letter code."""
    return tuple(city for city in cities() if city.country.code == code)


@cache
def us_hubs() -> tuple[City, ...]:
    """The dozen largest US job markets: here the same title can be compared from city to city."""
    return tuple(sorted(cities_in("US"), key=lambda city: (-city.size, city.name))[:HUB_COUNT])


def city_named(name: str, region: str) -> City:
    """One city by name and region code, e.g. `("Portland", "ME")`."""
    return next(city for city in cities() if (city.name, city.region) == (name, region))


def some_city(rng: Random) -> City:
    """A city at random; large countries and large markets come up more often."""
    countries = list({city.country.code: city.country for city in cities()}.values())
    [country] = rng.choices(countries, weights=[each.share for each in countries])
    local = cities_in(country.code)
    [city] = rng.choices(local, weights=[each.size for each in local])
    return city


def neighbours(city: City, rng: Random, *, count: int) -> tuple[City, ...]:
    """The city and `count` others of its country: the places of an advert that names several."""
    others = [each for each in cities_in(city.country.code) if each is not city and each.name != city.name]
    return (city, *rng.sample(others, min(count, len(others))))


def _cities_of(code: str, table: dict[str, Any]) -> list[City]:
    country = Country(
        code=code,
        name=table["name"],
        aliases=tuple(table["aliases"]),
        currency=table["currency"],
        wages=table["wages"],
        least_an_hour=table["least_an_hour"],
        share=table["share"],
    )
    return [
        City(name, region, region_name, level, size, country)
        for name, region, region_name, level, size in table["cities"]
    ]
