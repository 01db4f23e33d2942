"""The JSON of a Greenhouse job board: escaped HTML in `content`, pay in cents, the count in `meta.total`."""

import json
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from html import escape
from typing import Any

from demo.adverts import Advert
from demo.cities import City

FIRST_ID = 4_100_000
EMPLOYMENT = {"full_time": "Full-time", "part_time": "Part-time", "contract": "Contract"}
PAY_TITLES = {
    "hour": "Hourly rate",
    "day": "Daily rate",
    "week": "Weekly pay",
    "month": "Monthly gross salary",
    "year": "Annual base salary",
}


def external_id(number: int) -> int:
    """The id of an advert on this board."""
    return FIRST_ID + number


def written(adverts: Iterable[Advert], anchor: date) -> bytes:
    """The board as a UTF-8 document."""
    jobs = [_job(advert, anchor) for advert in adverts]
    board = {"jobs": jobs, "meta": {"total": len(jobs)}}
    return (json.dumps(board, ensure_ascii=False, indent=1) + "\n").encode()


def _job(advert: Advert, anchor: date) -> dict[str, Any]:
    return {
        "id": external_id(advert.number),
        "internal_job_id": external_id(advert.number) * 10 + 2,
        "requisition_id": advert.requisition,
        "title": advert.title,
        "absolute_url": advert.apply_url,
        "company_name": advert.employer,
        "location": {"name": _location(advert)},
        "offices": [_office(city) for city in advert.cities],
        "departments": [{"id": 10, "name": advert.industry}],
        "metadata": _metadata(advert),
        "first_published": advert.posted.isoformat(),
        "updated_at": _updated(advert.posted, anchor).isoformat(),
        "application_deadline": advert.closes.isoformat() if advert.number % 3 == 0 else None,
        "language": "en",
        "content": escape(advert.description),
        "pay_input_ranges": _pay_ranges(advert),
    }


def _location(advert: Advert) -> str:
    """`Austin, TX; Denver, CO`, `Berlin, Germany (Hybrid)`, `Remote - US`: employers fill this field by hand."""
    country = advert.cities[0].country
    if advert.workplace == "remote":
        return f"Remote - {country.aliases[advert.number % len(country.aliases)]}"
    names = "; ".join(_city_name(city, advert.number) for city in advert.cities)
    return f"{names} (Hybrid)" if advert.workplace == "hybrid" and advert.number % 2 else names


def _city_name(city: City, number: int) -> str:
    if city.written_region:
        long_form = f"{city.name}, {city.region_name}, {city.country.name}"
        return long_form if number % 4 == 0 else f"{city.name}, {city.written_region}"
    return f"{city.name}, {city.country.aliases[0] if number % 5 == 0 else city.country.name}"


def _office(city: City) -> dict[str, Any]:
    return {"name": city.name, "location": f"{city.name}, {city.region_name}, {city.country.name}"}


def _metadata(advert: Advert) -> list[dict[str, Any]]:
    return [
        {"name": "Employment Type", "value": EMPLOYMENT[advert.employment], "value_type": "single_select"},
        {"name": "Workplace Type", "value": advert.workplace.capitalize(), "value_type": "single_select"},
    ]


def _updated(posted: datetime, anchor: date) -> datetime:
    """Edited two days after it was posted, but never in the future."""
    return min(posted + timedelta(days=2, hours=1), datetime.combine(anchor, time(), UTC))


def _pay_ranges(advert: Advert) -> list[dict[str, Any]]:
    if advert.pay is None:
        return []
    return [
        {
            "min_cents": advert.pay.low,
            "max_cents": advert.pay.high,
            "currency_type": advert.pay.currency,
            "title": PAY_TITLES[advert.pay.period],
            "blurb": "",
        }
    ]
