"""What is asked: the same searches of every engine."""

from dataclasses import dataclass
from itertools import cycle, islice

from catalog.listings.facets import place_filter, understood
from catalog.listings.filters import Filters, Sort

ASKED = 40  # different searches of each kind
WORDS = (
    "registered nurse", "software engineer", "retail sales associate", "truck driver", "barista", "warehouse associate",
    "nurse", "engineer", "driver", "senior accountant", "line cook", "data analyst", "rn", "electrician", "shift supervisor",
    "physical therapist", "marketing manager", "night shift", "teacher", "front desk agent", "copywriter", "machine operator",
    "medical assistant", "ux designer", "plumber", "store manager", "devops engineer", "social worker", "cnc machinist",
    "bus driver", "pharmacist", "lead barista", "housekeeper", "solar installer", "payroll specialist", "caregiver",
    "travel nurse", "financial analyst", "part time", "manager",
)  # fmt: skip
CITIES = (
    "New York", "Los Angeles, CA", "Chicago, IL", "Houston, TX", "Phoenix, AZ", "Philadelphia, PA", "San Antonio, TX",
    "San Diego, CA", "Dallas, TX", "Austin, TX", "Jacksonville, FL", "Columbus, OH", "Charlotte, NC", "Indianapolis, IN",
    "Seattle, WA", "Denver, CO", "Boston, MA", "Nashville, TN", "Detroit, MI", "Portland, OR", "Atlanta, GA",
    "Minneapolis, MN", "Tampa, FL", "Raleigh, NC",
)  # fmt: skip
LEFT_OUT = ("staffing", "retail", "manufacturing")


@dataclass(frozen=True)
class Asked:
    """One search: as the product takes it, and with the cities' names for engines that know no more."""

    filters: Filters
    cities: tuple[str, ...] = ()


def keyword_ranked() -> list[Asked]:
    return [_asked(words) for words in WORDS]


def keyword_city() -> list[Asked]:
    return [_asked(words, [city]) for words, city in zip(WORDS, cycle(CITIES), strict=False)]


def eight_cities_best_paid() -> list[Asked]:
    return [
        _asked(words, _eight(number), exclude_industries=LEFT_OUT, sort=Sort.PAY_HIGH)
        for number, words in enumerate(WORDS)
    ]


def compare_eight() -> list[Asked]:
    return [_asked(words, _eight(number)) for number, words in enumerate(WORDS)]


def facets() -> list[Asked]:
    """Half of them in a city, half in the whole world, where most is to be counted."""
    return [_asked(words, [CITIES[n % len(CITIES)]] if n % 2 else []) for n, words in enumerate(WORDS)]


def _eight(number: int) -> list[str]:
    return list(islice(cycle(CITIES), number, number + 8))


def _asked(words: str, cities: list[str] | None = None, **more: object) -> Asked:
    found = [understood(city) for city in cities or ()]
    names = tuple(f"{place.place.name}, {place.place.region}" for place in found if place.place)
    return Asked(Filters(query=words, places=tuple(map(place_filter, found)), **more), names)  # type: ignore[arg-type]
