"""What the matches of a search are made of: for somebody who has too many and wants to narrow them."""

from dataclasses import dataclass
from datetime import datetime

from catalog.listings.conditions import conditions, in_minutes
from catalog.listings.filters import Filters, Sort
from catalog.listings.slices import first_of
from catalog.listings.statements import rows

LOOKED_AT = 1_000  # newest matches: enough to tell shares by, and as quick for a million listings as for a thousand
MOST = 5  # values of each facet

_COUNTED = """
WITH found AS MATERIALIZED (
  SELECT industry, workplace, employer_id, pay_usd_max IS NOT NULL AS is_paid FROM {newest} newest),
counted AS (
  SELECT 'industries' AS filter, industry AS value, count(*) AS jobs FROM found GROUP BY industry
  UNION ALL SELECT 'workplace', workplace, count(*) FROM found GROUP BY workplace
  UNION ALL SELECT 'include_unknown_pay', is_paid::text, count(*) FROM found GROUP BY is_paid
  UNION ALL (SELECT 'exclude_companies', employer.name, jobs
    FROM (SELECT employer_id, count(*) AS jobs FROM found GROUP BY employer_id ORDER BY 2 DESC LIMIT {most}) hiring
    JOIN catalog_employer employer ON employer.id = employer_id))
SELECT filter, value, jobs FROM (
  SELECT *, row_number() OVER (PARTITION BY filter ORDER BY jobs DESC, value) AS rank FROM counted) ranked
WHERE rank <= {most} ORDER BY filter, rank
"""


@dataclass(frozen=True)
class Facet:
    """How many matches a value of a filter has; `filter` is the search parameter that takes it."""

    filter: str
    value: str
    jobs: int


def facet_counts(filters: Filters, *, now: datetime | None = None) -> tuple[Facet, ...]:
    """Counts over the 1,000 newest matches; one query."""
    asked_at = in_minutes(now)
    found = conditions(filters, asked_at=asked_at)
    columns = "industry, workplace, employer_id, pay_usd_max"
    newest = first_of(columns, found, Sort.NEWEST, asked_at=asked_at, limit=LOOKED_AT)
    sql = _COUNTED.format(newest=newest, most=MOST)
    return tuple(Facet(*row) for row in rows(sql, found.values) if row[1] != "unknown")
