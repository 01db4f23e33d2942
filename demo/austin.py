"""Baristas in and around Austin: written by hand, because every first demo asks for them."""

from collections.abc import Iterator
from datetime import date
from random import Random
from typing import Any

from demo.adverts import Advert, closes_after, closing_words, employment_of, posted_within, some_of
from demo.cities import City, city_named
from demo.occupations import Occupation, occupation_named
from demo.pay import Pay, unsaid, written
from demo.prose import Story, laid_out, where_you_work
from demo.vocabulary import words


def austin_baristas(*, anchor: date, seed: int) -> Iterator[Advert]:
    """One advert for each shop of `words/austin_coffee.toml`."""
    barista = occupation_named("barista")
    for place, shop in enumerate(words("austin_coffee")["shops"]):
        yield _advert(
            shop, barista, requisition=f"ATX-{place + 1:02}", anchor=anchor, rng=Random(f"{seed}/atx/{place}")
        )


def _advert(shop: dict[str, Any], job: Occupation, *, requisition: str, anchor: date, rng: Random) -> Advert:
    city = city_named(shop["city"], "TX")
    pay = _pay(shop["pay"])
    return Advert(
        requisition=requisition,
        title=shop["title"],
        employer=shop["employer"],
        industry=job.industry,
        cities=(city,),
        workplace="onsite",
        employment=employment_of(f"{shop['title']}. {shop['shift']}"),
        pay=pay,
        pay_text=written(pay, "US", rng) if pay else unsaid(rng),
        description=laid_out(_story(shop, job, city, rng), rng),
        posted=posted_within(anchor, rng),
        closes=closes_after(anchor, rng),
    )


def _story(shop: dict[str, Any], job: Occupation, city: City, rng: Random) -> Story:
    return Story(
        about=shop["about"],
        opening=shop["opening"],
        where=where_you_work([city], "onsite", rng),
        day=rng.choice(job.days),
        duties=some_of(job.duties, rng, fewest=4),
        needs=some_of(job.needs, rng, fewest=3),
        shift=shop["shift"],
        offers=shop["offers"],
        closing=closing_words(rng),
    )


def _pay(amounts: list[float]) -> Pay | None:
    return Pay(round(amounts[0] * 100), round(amounts[1] * 100), "USD", "hour") if amounts else None
