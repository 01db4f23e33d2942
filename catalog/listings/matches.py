"""One statement for a search: how many match, and the first of them, or the first of each place.

Words are matched by title and company; places, kinds of work, days and pay by facet lexemes in the same tsvector, so that one
GIN index answers it all. Words in cities have few matches: they are fetched once, and all else is counted and sorted from them.
Of all other searches the newest thousand are fetched, and what isn't among those is looked for slice by slice (`slices.py`).
Ranking looks at the 300 newest matches: relevance × freshness (half of it after about three weeks).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from django.conf import settings
from django.utils import timezone

from catalog.listings.conditions import Conditions, conditions, in_places
from catalog.listings.cursors import Position
from catalog.listings.filters import Filters, Sort
from catalog.listings.slices import SORT_VALUES, first_of
from catalog.listings.statements import rows

RANKED = 300  # newest matches that are ranked
CAPPED = 1000  # totals above are told as “more than”
AS_ASKED = 3.0  # a match without a synonym counts as much as one by synonym that is a month younger
FRESHNESS = 43_200.0  # minutes: the weight of a match falls by 1/e in thirty days


class FoundListing(NamedTuple):
    """What a card shows of a listing, and the text that a highlight is taken from: a whole row costs as much as the search."""

    id: int
    public_id: str
    title: str
    company: str
    location: str
    location_text: str
    workplace: str
    employment_type: str
    pay_text: str
    pay_usd_min: int | None
    pay_usd_max: int | None
    posted_at: date | None
    description: str

    @property
    def url(self) -> str:
        """The board's own page."""
        return f"{settings.PUBLIC_URL}/jobs/{self.public_id}/"


@dataclass(frozen=True)
class Counts:
    """How many match; each stops at 1,001. `by_place` is in the order of the filter's places."""

    total: int = 0
    unknown_pay: int = 0
    unknown_industry: int = 0
    by_place: tuple[int, ...] = ()

    @property
    def is_capped(self) -> bool:
        return self.total > CAPPED

    def __add__(self, other: "Counts") -> "Counts":
        """Of two searches of the same places that have no listing in common."""
        by_place = tuple(map(sum, zip(self.by_place, other.by_place, strict=True)))
        unknown = self.unknown_pay + other.unknown_pay, self.unknown_industry + other.unknown_industry
        return Counts(self.total + other.total, *unknown, by_place)


@dataclass(frozen=True)
class Top:
    """The first `limit` matches of one search, from a position on."""

    filters: Filters
    position: Position
    limit: int


class Row(NamedTuple):
    """A listing as one of the tops found it; `value` is what it is sorted by."""

    top: int
    value: float
    is_open: bool
    listing: FoundListing


_STATEMENT = """
WITH found AS MATERIALIZED ({found})
SELECT counts.*, hit.top, hit.value, (job.expires_at IS NULL OR job.expires_at > %(now)s) AND job.status = 'active', {columns}
FROM ({counts}) counts
LEFT JOIN (({tops}) hit JOIN catalog_joblisting job ON job.id = hit.listing_id) ON TRUE
ORDER BY hit.top, hit.value DESC, hit.listing_id DESC
"""
_FOUND = "listing_id, posted_min, pay_usd_max, industry"
_COUNTS = """
SELECT least(count(*), {most}), least(count(*) FILTER (WHERE pay_usd_max IS NULL), {most}),
  least(count(*) FILTER (WHERE industry = 'unknown'), {most}), ARRAY[{by_place}]::int[] FROM found
"""
_SORTED = """
(SELECT {top} AS top, listing_id, {value}::float8 AS value FROM {source} WHERE {after}
 ORDER BY {value} DESC, listing_id DESC LIMIT {limit})
"""
# Float literals matter: with numeric ones PostgreSQL computes exp() in numeric, many times slower.
_RANKED = """
(SELECT {top} AS top, listing_id, rank AS value FROM (
   SELECT listing_id, ts_rank(tsv, {words}) * CASE WHEN tsv @@ {as_asked} THEN {as_asked_weight}::float8 ELSE 1 END
       * exp((row.posted_min - {asked_at})::float8 / {freshness}::float8) AS rank
   FROM (SELECT listing_id FROM {source} ORDER BY posted_min DESC, listing_id DESC LIMIT {ranked}) newest
   JOIN catalog_jobsearch row USING (listing_id)
 ) ranked ORDER BY rank DESC, listing_id DESC OFFSET {offset} LIMIT {limit})
"""
_COLUMNS = ", ".join(f"job.{name}" for name in FoundListing._fields).replace(
    "job.posted_at",
    "(job.posted_at AT TIME ZONE 'UTC')::date",  # a day is all that is shown, and read in half the time
)


def matches(tops: Sequence[Top], filters: Filters, position: Position) -> tuple[Counts, tuple[Row, ...]]:
    """The counts of `filters`, and the rows of each top; a top is of these filters, or of one of their places."""
    every = conditions(filters, asked_at=position.asked_at)
    by_place, values = _counts_by_place(filters, position)
    values |= every.values | {"now": timezone.now()}
    parts: list[str] = []
    for number, top in enumerate(tops):
        sql, more = _top(number, top, filters)
        parts.append(sql)
        values |= more
    sql = _STATEMENT.format(
        found=_found(filters, every, position),
        columns=_COLUMNS,
        counts=_COUNTS.format(by_place=", ".join(by_place), most=CAPPED + 1),
        tops=" UNION ALL ".join(parts),
    )
    return _read(rows(sql, values), filters)


def counted(searches: Sequence[Filters], position: Position) -> tuple[list[str], dict[str, Any]]:
    """A scalar subquery for each search, which counts to 1,001, and the values of all."""
    parts: list[str] = []
    values: dict[str, Any] = {}
    for number, each in enumerate(searches):
        found = conditions(each, asked_at=position.asked_at, suffix=f"_count{number}")
        first = first_of("1 AS one", found, Sort.NEWEST, asked_at=position.asked_at, limit=CAPPED + 1)
        parts.append(f"(SELECT count(*) FROM {first} first)")
        values |= found.values
    return parts, values


def _read(found: Sequence[tuple[Any, ...]], filters: Filters) -> tuple[Counts, tuple[Row, ...]]:
    total, unknown_pay, unknown_industry, each = found[0][:4]
    places = tuple(each) if len(filters.places) > 1 else (total,) * len(filters.places)
    hits = tuple(Row(row[4], row[5], row[6], FoundListing._make(row[7:])) for row in found if row[4] is not None)
    return Counts(total, unknown_pay, unknown_industry, places), hits


def _found(filters: Filters, every: Conditions, position: Position) -> str:
    """All matches, with a column for each of several cities; or the newest, as far as they are counted."""
    if not filters.is_local:
        return first_of(_FOUND, every, Sort.NEWEST, asked_at=position.asked_at, limit=CAPPED + 1)
    return f"SELECT {_FOUND}{in_places(filters)} FROM catalog_jobsearch WHERE {every.where}"


def _counts_by_place(filters: Filters, position: Position) -> tuple[list[str], dict[str, Any]]:
    if len(filters.places) < 2:
        return [], {}
    if filters.is_local:
        most = CAPPED + 1
        return [f"least(count(*) FILTER (WHERE in_{number}), {most})" for number in range(len(filters.places))], {}
    return counted([replace(filters, places=(place,)) for place in filters.places], position)


def _top(number: int, top: Top, filters: Filters) -> tuple[str, dict[str, Any]]:
    asked = conditions(top.filters, asked_at=top.position.asked_at, suffix=f"_top{number}")
    source = _source(number, top, filters, asked)
    order, position = top.filters.order, top.position
    if order is not Sort.RELEVANCE:
        value = SORT_VALUES[order]
        after = _after(value, position)
        return _SORTED.format(top=number, value=value, source=source, after=after, limit=int(top.limit)), asked.values
    ranked = _RANKED.format(
        top=number,
        words=asked.words,
        as_asked=asked.as_asked,
        as_asked_weight=AS_ASKED,
        asked_at=int(position.asked_at),
        freshness=FRESHNESS,
        source=source,
        ranked=RANKED,
        offset=int(position.offset),
        limit=int(top.limit),
    )
    return ranked, asked.values


def _source(number: int, top: Top, filters: Filters, asked: Conditions) -> str:
    """Where a top's matches are taken from: what was fetched already, if they are all among it."""
    order, position = top.filters.order, top.position
    if filters.is_local:
        return "found" if top.filters == filters else f"(SELECT * FROM found WHERE in_{number}) place"
    if top.filters == filters and (order is Sort.RELEVANCE or (order is Sort.NEWEST and not position.last)):
        return "found"
    if order is Sort.RELEVANCE:
        return f"{first_of(_FOUND, asked, Sort.NEWEST, asked_at=position.asked_at, limit=RANKED)} first"
    later = replace(asked, where=f"{asked.where} AND {_after(SORT_VALUES[order], position)}")
    return f"{first_of(_FOUND, later, order, asked_at=position.asked_at, limit=top.limit)} first"


def _after(value: str, position: Position) -> str:
    return f"({value}, listing_id) < ({int(position.value)}, {int(position.last)})" if position.last else "TRUE"
