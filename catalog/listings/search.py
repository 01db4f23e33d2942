"""Search: pages of open listings from the narrow rows, with honest counts, in one statement.

Words are matched by title and company; places and kinds of work by facet lexemes in the same tsvector, so that one GIN index
answers it all. Ranking looks at the 300 newest matches: relevance × freshness (half of it after about three weeks).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from catalog.listings.conditions import Conditions, conditions
from catalog.listings.cursors import Position, read_cursor, write_cursor
from catalog.listings.filters import Filters, Sort
from catalog.listings.slices import SORT_VALUES, first_of
from catalog.listings.statements import rows

RANKED = 300  # newest matches that are ranked
CAPPED = 1000  # totals above are told as “more than”
FRESHNESS = 43_200.0  # minutes: the weight of a match falls by 1/e in thirty days


@dataclass(frozen=True, slots=True)
class FoundListing:
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
    posted_at: datetime | None
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


@dataclass(frozen=True)
class Page:
    """Listings in their order, the counts, the cursor of the next page. `by_place`: where each place has a page of its own,
    the ids of its listings in their order."""

    listings: tuple[FoundListing, ...]
    counts: Counts
    next_cursor: str = ""
    by_place: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Without:
    """How many would match if one filter were left out, by the name of its parameter; stops at 1,001."""

    filter: str
    jobs: int


def search(filters: Filters, *, limit: int, cursor: str = "", now: datetime | None = None) -> Page:
    """One query. Raises `bad_cursor` for a cursor of another search."""
    position = read_cursor(cursor, filters) if cursor else _from_now(now)
    counts, hits = _found([_Top(filters, position, limit + 1)], filters, position)
    shown = hits[:limit]
    return Page(
        listings=tuple(row.listing for row in shown if row.is_open),
        counts=counts,
        next_cursor=write_cursor(filters, _after(shown, position)) if len(hits) > limit else "",
    )


def search_each_place(filters: Filters, *, limit: int, now: datetime | None = None) -> Page:
    """The first `limit` listings of each place, as a search of that place alone would give them; one query, no cursor.

    A listing of two places is in `listings` once and in `by_place` twice."""
    position = _from_now(now)
    tops = [_Top(replace(filters, places=(place,)), position, limit) for place in filters.places]
    counts, hits = _found(tops, filters, position)
    listings = {hit.listing.id: hit.listing for hit in hits if hit.is_open}
    by_place = tuple(
        tuple(hit.listing.id for hit in hits if hit.top == number and hit.is_open) for number in range(len(tops))
    )
    return Page(tuple(listings.values()), counts, by_place=by_place)


# What may be left out, what asks least of the user first: a date before a place, and a place before what the job is.
_LEFT_OUT: dict[str, dict[str, Any]] = {
    "posted_within_days": {"posted_within_days": None},
    "include_unknown_pay": {"pay_is_stated": False},
    "pay_min": {"pay_min": None},
    "exclude_companies": {"exclude_employers": ()},
    "exclude_industries": {"exclude_industries": ()},
    "industries": {"industries": ()},
    "seniority": {"seniority": ()},
    "employment_types": {"employment_types": ()},
    "workplace": {"workplace": ()},
    "locations": {"places": ()},
    "query": {"query": ""},
}


def counts_without(filters: Filters, *, kept: Collection[str] = (), now: datetime | None = None) -> tuple[Without, ...]:
    """For a search that found nothing: what each filter in use costs, but for those that are `kept`. At most one query."""
    looser = {name: replace(filters, **change) for name, change in _LEFT_OUT.items() if name not in kept}
    in_use = {name: changed for name, changed in looser.items() if changed != filters}
    if not in_use:
        return ()
    texts, values = _counted(list(in_use.values()), _from_now(now))
    [counts] = rows(f"SELECT {', '.join(texts)}", values)
    return tuple(Without(name, jobs) for name, jobs in zip(in_use, counts, strict=True))


@dataclass(frozen=True)
class _Top:
    """The first `limit` matches of one search, from a position on."""

    filters: Filters
    position: Position
    limit: int


@dataclass(frozen=True, slots=True)
class _Row:
    """A listing as one of the tops found it; `value` is what it is sorted by."""

    top: int
    value: float
    is_open: bool
    listing: FoundListing


_STATEMENT = """
SELECT counts.*, hit.top, hit.value, (job.expires_at IS NULL OR job.expires_at > %(now)s) AND job.status = 'active', {columns}
FROM ({counts}) counts
LEFT JOIN (({tops}) hit JOIN catalog_joblisting job ON job.id = hit.listing_id) ON TRUE
ORDER BY hit.top, hit.value DESC, hit.listing_id DESC
"""
_COUNTS = """
SELECT count(*), count(*) FILTER (WHERE pay_usd_max IS NULL), count(*) FILTER (WHERE industry = 'unknown'),
  ARRAY[{by_place}]::int[]
FROM (SELECT pay_usd_max, industry FROM catalog_jobsearch WHERE {where} LIMIT {most}) found
"""
_COUNT = "(SELECT count(*) FROM (SELECT 1 FROM catalog_jobsearch WHERE {where} LIMIT {most}) found)"
_SORTED = """
(SELECT {top} AS top, listing_id, {value}::float8 AS value FROM {first} first)
"""
# Float literals matter: with numeric ones PostgreSQL computes exp() in numeric, many times slower.
_RANKED = """
(SELECT {top} AS top, listing_id, rank AS value FROM (
   SELECT listing_id, ts_rank(tsv, {words}) * exp((posted_min - {asked_at})::float8 / {freshness}::float8) AS rank
   FROM {first} newest
 ) ranked ORDER BY rank DESC, listing_id DESC OFFSET {offset} LIMIT {limit})
"""
_COLUMNS = ", ".join(f"job.{column.name}" for column in fields(FoundListing))


def _found(tops: Sequence[_Top], filters: Filters, position: Position) -> tuple[Counts, list[_Row]]:
    every = conditions(filters, asked_at=position.asked_at)
    alone = [replace(filters, places=(place,)) for place in filters.places] if len(filters.places) > 1 else []
    by_place, values = _counted(alone, position)
    values |= every.values | {"now": timezone.now()}
    parts: list[str] = []
    for number, top in enumerate(tops):
        asked = conditions(top.filters, asked_at=position.asked_at, suffix=f"_top{number}")
        parts.append(_top_sql(number, top, asked))
        values |= asked.values
    counts = _COUNTS.format(by_place=", ".join(by_place), where=every.where, most=CAPPED + 1)
    found = rows(_STATEMENT.format(columns=_COLUMNS, counts=counts, tops=" UNION ALL ".join(parts)), values)
    total, unknown_pay, unknown_industry, each = found[0][:4]
    places = tuple(each) if alone else (total,) * len(filters.places)
    hits = [_Row(row[4], row[5], row[6], FoundListing(*row[7:])) for row in found if row[4] is not None]
    return Counts(total, unknown_pay, unknown_industry, places), hits


def _top_sql(number: int, top: _Top, found: Conditions) -> str:
    position, limit = top.position, int(top.limit)
    if top.filters.order is Sort.RELEVANCE:
        return _RANKED.format(
            top=number,
            words=found.words,
            asked_at=int(position.asked_at),
            freshness=FRESHNESS,
            first=first_of("listing_id, tsv, posted_min", found, Sort.NEWEST, asked_at=position.asked_at, limit=RANKED),
            offset=int(position.offset),
            limit=limit,
        )
    order = top.filters.order
    value = SORT_VALUES[order]
    if position.last:
        after = f"({value}, listing_id) < ({int(position.value)}, {int(position.last)})"
        found = replace(found, where=f"{found.where} AND {after}")
    columns = "listing_id, posted_min, pay_usd_max"
    first = first_of(columns, found, order, asked_at=position.asked_at, limit=limit)
    return _SORTED.format(top=number, value=value, first=first)


def _counted(searches: Sequence[Filters], position: Position) -> tuple[list[str], dict[str, Any]]:
    """A scalar subquery for each search, and the values of all."""
    found = [
        conditions(each, asked_at=position.asked_at, suffix=f"_count{number}") for number, each in enumerate(searches)
    ]
    values = {name: value for each in found for name, value in each.values.items()}
    return [_COUNT.format(where=each.where, most=CAPPED + 1) for each in found], values


def _after(shown: Sequence[_Row], position: Position) -> Position:
    return Position(position.asked_at, position.offset + len(shown), shown[-1].value, shown[-1].listing.id)


def _from_now(now: datetime | None) -> Position:
    return Position(asked_at=int((now or timezone.now()).timestamp() // 60))
