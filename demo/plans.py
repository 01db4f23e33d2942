"""Which adverts each of the three feeds carries, and how they are numbered."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import count
from random import Random

from demo.adverts import Advert, Opening, advertise
from demo.agencies import reposted
from demo.austin import austin_baristas
from demo.cities import City, neighbours, some_city, us_hubs
from demo.employers import some_employer
from demo.hostile import COFFEE, FIELD, HARBOR, attacks_in
from demo.occupations import Occupation, occupation_named, occupations_of, plain_title

SEVERAL_CITIES_SHARE = 0.06
HOSTILE_FROM = 90001


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What one feed carries: industries, how many ordinary adverts and reposts, and the ones a demo looks for."""

    name: str
    industries: tuple[str, ...]
    ordinary: int
    reposts: int
    in_every_hub: tuple[str, ...] = ()
    austin_baristas: bool = False
    one_city_a_record: bool = False


PLANS = (
    Plan(
        name=COFFEE,
        industries=(
            "Food service",
            "Healthcare",
            "Social services",
            "Retail",
            "Hospitality",
            "Transport and logistics",
        ),
        ordinary=540,
        reposts=24,
        in_every_hub=("registered-nurse", "warehouse-associate"),
        austin_baristas=True,
        one_city_a_record=True,
    ),
    Plan(
        name=HARBOR,
        industries=("Technology", "Financial services", "Manufacturing", "Renewable energy", "Construction and trades"),
        ordinary=440,
        reposts=10,
        in_every_hub=("software-engineer", "accountant"),
    ),
    Plan(
        name=FIELD,
        industries=(
            "Education",
            "Media and marketing",
            "Public administration",
            "Renewable energy",
            "Technology",
        ),
        ordinary=385,
        reposts=12,
    ),
)


def adverts_of(plan: Plan, *, anchor: date, seed: int) -> list[Advert]:
    """Every advert of the feed, numbered. The same seed gives the same numbers on any day."""
    regular = [*_special(plan, anchor=anchor, seed=seed), *_ordinary(plan, anchor=anchor, seed=seed)]
    rng = Random(f"{seed}/{plan.name}/reposts")
    reposts = [reposted(advert, rng) for advert in rng.sample(regular, plan.reposts)]
    told = [part for advert in [*regular, *reposts] for part in _as_told(advert, plan)]
    return [replace(advert, number=number) for number, advert in enumerate(told, 1)] + _hostile(plan, regular)


def _special(plan: Plan, *, anchor: date, seed: int) -> Iterator[Advert]:
    """What a demo needs to find: Austin's baristas, and the same title in a dozen cities at different pay."""
    if plan.austin_baristas:
        yield from austin_baristas(anchor=anchor, seed=seed)
    for key in plan.in_every_hub:
        yield from _in_every_hub(occupation_named(key), anchor=anchor, seed=seed)


def _in_every_hub(job: Occupation, *, anchor: date, seed: int) -> Iterator[Advert]:
    """Two employers in each of the large US cities, both with the plain title and with pay."""
    places = [city for city in us_hubs() for _ in range(2)]
    for place, city in enumerate(places, 1):
        rng = Random(f"{seed}/{job.key}/{place}")
        opening = Opening(
            requisition=f"{job.key[:3].upper()}-{place:03}",
            occupation=job,
            employer=some_employer(job.industry, "US", rng),
            cities=(city,),
            title=plain_title(job, "US"),
            says_pay=True,
        )
        yield advertise(opening, anchor=anchor, rng=rng)


def _ordinary(plan: Plan, *, anchor: date, seed: int) -> Iterator[Advert]:
    """Every occupation of the feed in turn, each in some city."""
    jobs = occupations_of(plan.industries)
    for place in range(plan.ordinary):
        rng = Random(f"{seed}/{plan.name}/{place}")
        yield advertise(_opening(f"R-{place + 1:04}", jobs[place % len(jobs)], rng), anchor=anchor, rng=rng)


def _opening(requisition: str, job: Occupation, rng: Random) -> Opening:
    city = some_city(rng)
    return Opening(
        requisition=requisition,
        occupation=job,
        employer=some_employer(job.industry, city.country.code, rng),
        cities=_places(city, rng),
    )


def _places(city: City, rng: Random) -> tuple[City, ...]:
    several = rng.random() < SEVERAL_CITIES_SHARE
    return neighbours(city, rng, count=rng.randint(1, 3)) if several else (city,)


def _as_told(advert: Advert, plan: Plan) -> list[Advert]:
    """Some dialects know one city a record: there a job in three cities is three records with one requisition."""
    if not plan.one_city_a_record:
        return [advert]
    return [replace(advert, cities=(city,)) for city in advert.cities]


def _hostile(plan: Plan, regular: list[Advert]) -> list[Advert]:
    """The attacks, each hidden in a copy of an ordinary advert."""
    return [
        replace(attack.spoil(victim), number=number, requisition=f"X-{number}")
        for number, attack, victim in zip(count(HOSTILE_FROM), attacks_in(plan.name), reversed(regular), strict=False)
    ]
