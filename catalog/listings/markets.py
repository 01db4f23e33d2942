"""Several places side by side: how many jobs, how they pay, who hires."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from catalog.listings.conditions import conditions, in_minutes, in_places
from catalog.listings.filters import Filters
from catalog.listings.statements import rows

SAMPLES = 3  # newest listings, and largest employers, of each place

_FACTS = "listing_id, posted_min, workplace, employer_id, (pay_usd_min + pay_usd_max) / 2.0 AS pay"
_PLACE = "(SELECT {number} AS place, {facts} FROM catalog_jobsearch WHERE {where})"
_PLACE_OF_CITIES = "(SELECT {number} AS place, {columns} FROM cities WHERE in_{number})"
_MARKETS = """
WITH {cities}found AS MATERIALIZED ({found}),
facts AS (
  SELECT place, count(*) AS jobs, count(pay) AS paid, count(*) FILTER (WHERE workplace = 'remote') AS remote,
    percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY pay) AS quartiles
  FROM found GROUP BY place),
employers AS (
  SELECT place, array_agg(employer.name ORDER BY jobs DESC, employer.name) AS names
  FROM (SELECT place, employer_id, count(*) AS jobs,
          row_number() OVER (PARTITION BY place ORDER BY count(*) DESC, employer_id) AS rank
        FROM found GROUP BY place, employer_id) hiring
  JOIN catalog_employer employer ON employer.id = hiring.employer_id WHERE rank <= {samples} GROUP BY place),
samples AS (
  SELECT place, array_agg(job.public_id ORDER BY posted_min DESC, listing_id DESC) AS ids
  FROM (SELECT place, listing_id, posted_min,
          row_number() OVER (PARTITION BY place ORDER BY posted_min DESC, listing_id DESC) AS rank FROM found) newest
  JOIN catalog_joblisting job ON job.id = newest.listing_id WHERE rank <= {samples} GROUP BY place)
SELECT place, jobs, paid, remote, quartiles, names, ids
FROM facts JOIN employers USING (place) JOIN samples USING (place)
"""


@dataclass(frozen=True)
class Market:
    """One place. Pay is the middle of each stated range, yearly in US dollars; the quartiles are None where none is stated."""

    jobs: int = 0
    with_pay: int = 0
    remote: int = 0
    pay_p25: int | None = None
    pay_p50: int | None = None
    pay_p75: int | None = None
    employers: tuple[str, ...] = ()
    newest: tuple[str, ...] = ()


def markets(filters: Filters, *, now: datetime | None = None) -> tuple[Market, ...]:
    """One for each place of the filters, in their order; one query."""
    if not filters.places:
        return ()
    asked_at = in_minutes(now)
    sql, values = _cities(filters, asked_at) if filters.is_local else _places(filters, asked_at)
    by_place = {row[0]: _market(row[1:]) for row in rows(sql, values)}
    return tuple(by_place.get(number, Market()) for number in range(len(filters.places)))


def _cities(filters: Filters, asked_at: int) -> tuple[str, dict[str, Any]]:
    """Words in cities: the index is asked once, and then each match where it is."""
    found = conditions(filters, asked_at=asked_at)
    cities = f"SELECT {_FACTS}{in_places(filters)} FROM catalog_jobsearch WHERE {found.where}"
    columns = "listing_id, posted_min, workplace, employer_id, pay"
    parts = (_PLACE_OF_CITIES.format(number=number, columns=columns) for number in range(len(filters.places)))
    return _markets(" UNION ALL ".join(parts), cities=f"cities AS MATERIALIZED ({cities}), "), found.values


def _places(filters: Filters, asked_at: int) -> tuple[str, dict[str, Any]]:
    found = [
        conditions(replace(filters, places=(place,)), asked_at=asked_at, suffix=f"_{number}")
        for number, place in enumerate(filters.places)
    ]
    parts = (_PLACE.format(number=number, facts=_FACTS, where=each.where) for number, each in enumerate(found))
    return _markets(" UNION ALL ".join(parts)), {name: value for each in found for name, value in each.values.items()}


def _markets(found: str, *, cities: str = "") -> str:
    return _MARKETS.format(cities=cities, found=found, samples=SAMPLES)


def _market(row: Sequence[Any]) -> Market:
    jobs, paid, remote, quartiles, names, ids = row
    p25, p50, p75 = (None if amount is None else round(amount) for amount in quartiles or (None,) * 3)
    return Market(jobs, paid, remote, p25, p50, p75, tuple(names), tuple(ids))
