"""Rows for tests: each function makes one, real and indexed, with sensible values for what a test doesn't name."""

import hashlib
import itertools
from datetime import timedelta
from typing import Any

from django.utils import timezone

from catalog.listings.ids import public_id
from catalog.listings.index import index_listings
from catalog.models import Employer, Feed, JobListing, Place

_numbers = itertools.count(1)

AUSTIN = 4671654
ROUND_ROCK = 4724129
DENVER = 5419384
BERLIN = 2950159


def make_places() -> None:
    """Four real cities, with the hubs that the loader would compute."""
    rows = [
        (AUSTIN, "Austin", "US", "TX", 30.26715, -97.74306, 961_855, ["austin", "atx"], [AUSTIN, ROUND_ROCK]),
        (ROUND_ROCK, "Round Rock", "US", "TX", 30.50826, -97.6789, 119_468, ["round rock"], [AUSTIN, ROUND_ROCK]),
        (DENVER, "Denver", "US", "CO", 39.73915, -104.9847, 715_522, ["denver"], [DENVER]),
        (BERLIN, "Berlin", "DE", "16", 52.52437, 13.41053, 3_426_354, ["berlin"], [BERLIN]),
    ]
    Place.objects.bulk_create(
        [
            Place(
                id=pk,
                name=name,
                ascii_name=name,
                country=country,
                admin1=admin1,
                latitude=latitude,
                longitude=longitude,
                population=population,
                timezone="UTC",
                names=names,
                hubs=hubs,
            )
            for pk, name, country, admin1, latitude, longitude, population, names, hubs in rows
        ],
        ignore_conflicts=True,
    )


def make_feed(**fields: Any) -> Feed:
    number = next(_numbers)
    given = {
        "slug": f"feed-{number}",
        "name": f"Feed {number}",
        "url": "https://feeds.example/jobs.xml",
        "preset": "rss",
    }
    return Feed.objects.create(**{**given, **fields})


def make_listing(**fields: Any) -> JobListing:
    """An open listing in Austin, as a refresh would leave it: indexed, with its public id."""
    number = next(_numbers)
    company = fields.pop("company", "Morning Star Coffee")
    employer, _ = Employer.objects.get_or_create(key=company.casefold(), defaults={"name": company})
    given: dict[str, Any] = {
        "external_id": f"job-{number}",
        "title": "Barista",
        "location_text": "Austin, TX",
        "location": "Austin, TX, United States",
        "place_ids": [AUSTIN],
        "country": "US",
        "region": "TX",
        "workplace": "onsite",
        "employment_type": "full_time",
        "industry": "food_service",
        "description": "Open the bar at six and pull good shots. Shifts end at two in the afternoon. We train you.",
        "pay_min": 18,
        "pay_max": 22,
        "pay_currency": "USD",
        "pay_period": "hour",
        "pay_text": "$18–22 an hour",
        "pay_usd_min": 37_440,
        "pay_usd_max": 45_760,
        "apply_url": "https://careers.morning-star.test/1",
        "posted_at": timezone.now() - timedelta(days=3),
        "content_hash": hashlib.blake2b(str(number).encode(), digest_size=16).digest(),
    }
    feed = fields.pop("feed", None) or make_feed()
    listing = JobListing.objects.create(feed=feed, employer=employer, company=company, **{**given, **fields})
    listing.public_id = public_id(listing.pk)
    listing.save(update_fields=["public_id"])
    index_listings([listing.pk])
    return listing
