"""Search: one page of open listings from the narrow rows, with honest counts.

Words are matched by title and company; places, countries and workplaces by facet lexemes in the same tsquery, so that one
GIN index answers it all. Ranking looks at the 300 newest matches: relevance × freshness (half of it after about three weeks).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db import connection
from django.utils import timezone

from catalog.listings.cursors import Position, read_cursor, write_cursor
from catalog.listings.names import normalise_title
from catalog.models import JobListing

RANKED = 300  # newest matches that are ranked
CAPPED = 1000  # totals above are told as “more than”
FRESHNESS = 43_200.0  # minutes: the weight of a match falls by 1/e in thirty days


# What a card shows: a listing has four times as many fields, and reading them all costs as much as the search.
CARD = (
    "public_id",
    "title",
    "company",
    "location",
    "location_text",
    "workplace",
    "employment_type",
    "pay_text",
    "pay_usd_min",
    "pay_usd_max",
    "posted_at",
)


class Sort(StrEnum):
    RELEVANCE = "relevance"
    NEWEST = "newest"
    PAY_HIGH = "pay_high"


@dataclass(frozen=True)
class PlaceFilter:
    """One place that was asked for: any of its facet lexemes matches, and where it says so only remote jobs."""

    asked: str
    lexemes: tuple[str, ...]
    is_remote: bool = False

    @property
    def tsquery(self) -> str:
        where = any_of(self.lexemes)
        return " & ".join(f"({part})" for part in ("'=wremote'" if self.is_remote else "", where) if part)


@dataclass(frozen=True)
class Filters:
    """What to find. Empty means: don't care. `pay_min` is US dollars a year."""

    query: str = ""
    places: tuple[PlaceFilter, ...] = ()
    workplace: tuple[str, ...] = ()
    pay_min: int | None = None
    exclude_industries: tuple[str, ...] = ()
    posted_within_days: int | None = None
    sort: Sort = Sort.RELEVANCE

    @property
    def order(self) -> Sort:
        """Relevance needs words to be relevant to."""
        return Sort.NEWEST if self.sort is Sort.RELEVANCE and not self.query.strip() else self.sort


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
    """Listings in their order (with the fields of a card and the description), the counts, and the cursor of the next page."""

    listings: tuple[JobListing, ...]
    counts: Counts
    next_cursor: str = ""


@dataclass(frozen=True)
class Without:
    """How many would match if one filter were left out, by the name of its parameter; stops at 1,001."""

    filter: str
    jobs: int


def search(filters: Filters, *, limit: int, cursor: str = "", now: datetime | None = None) -> Page:
    """Three queries: the page's ids, its listings, the counts. Raises `bad_cursor` for one of another search."""
    position = read_cursor(cursor, filters) if cursor else Position(asked_at=_minutes(now or timezone.now()))
    keys = _page_keys(filters, position, limit + 1)
    shown = keys[:limit]
    return Page(
        listings=_in_order([key.listing for key in shown]),
        counts=_counts(filters, position),
        next_cursor=write_cursor(filters, _after(shown, position)) if len(keys) > limit else "",
    )


@dataclass(frozen=True)
class _Key:
    listing: int
    value: float


def _page_keys(filters: Filters, position: Position, limit: int) -> list[_Key]:
    conditions, values = _conditions(filters, position)
    if filters.order is Sort.RELEVANCE:
        sql = _RANKED.format(where=conditions)
        values |= {"query": _words(filters), "offset": position.offset}
    else:
        column = "posted_min" if filters.order is Sort.NEWEST else "coalesce(pay_usd_max, -1)"
        keyset = f" AND ({column}, listing_id) < (%(value)s, %(last)s)" if position.last else ""
        order = "posted_min DESC" if filters.order is Sort.NEWEST else "pay_usd_max DESC NULLS LAST"
        sql = (
            f"SELECT listing_id, {column} FROM catalog_jobsearch WHERE {conditions}{keyset} "
            f"ORDER BY {order}, listing_id DESC LIMIT %(limit)s"
        )
        values |= {"value": position.value, "last": position.last}
    return [_Key(*row) for row in _rows(sql, {**values, "limit": limit})]


# Float literals matter: with numeric ones PostgreSQL computes exp() in numeric, many times slower.
_RANKED = """
SELECT listing_id, rank FROM (
  SELECT listing_id, ts_rank(tsv, {words}) * exp((posted_min - %(asked_at)s)::float8 / {freshness}::float8) AS rank
  FROM (SELECT listing_id, tsv, posted_min FROM catalog_jobsearch WHERE {{where}}
        ORDER BY posted_min DESC, listing_id DESC LIMIT {ranked}) newest
) ranked ORDER BY rank DESC, listing_id DESC OFFSET %(offset)s LIMIT %(limit)s
""".format(
    words="(websearch_to_tsquery('english', %(query)s) || websearch_to_tsquery('simple', %(query)s))",
    freshness=FRESHNESS,
    ranked=RANKED,
)

_COUNTS = """
SELECT count(*), count(*) FILTER (WHERE pay_usd_max IS NULL), count(*) FILTER (WHERE industry = 'unknown')
FROM (SELECT pay_usd_max, industry FROM catalog_jobsearch WHERE {where} LIMIT {most}) found
"""
_COUNT = "(SELECT count(*) FROM (SELECT 1 FROM catalog_jobsearch WHERE {where} LIMIT {most}) found)"


def _counts(filters: Filters, position: Position) -> Counts:
    conditions, values = _conditions(filters, position)
    [[total, unknown_pay, unknown_industry]] = _rows(_COUNTS.format(where=conditions, most=CAPPED + 1), values)
    return Counts(total, unknown_pay, unknown_industry, _counts_by_place(filters, position, total))


# What may be left out, what asks least of the user first: a date before a place, and a place before what the job is.
_LEFT_OUT: dict[str, dict[str, Any]] = {
    "posted_within_days": {"posted_within_days": None},
    "pay_min": {"pay_min": None},
    "exclude_industries": {"exclude_industries": ()},
    "workplace": {"workplace": ()},
    "locations": {"places": ()},
    "query": {"query": ""},
}


def counts_without(filters: Filters, *, kept: Collection[str] = (), now: datetime | None = None) -> tuple[Without, ...]:
    """For a search that found nothing: what each filter in use costs, but for those that are `kept`. At most one query."""
    position = Position(asked_at=_minutes(now or timezone.now()))
    looser = {name: replace(filters, **change) for name, change in _LEFT_OUT.items() if name not in kept}
    in_use = {name: changed for name, changed in looser.items() if changed != filters}
    counts = _counts_of([_conditions(each, position, suffix=f"_{n}") for n, each in enumerate(in_use.values())])
    return tuple(Without(name, jobs) for name, jobs in zip(in_use, counts, strict=True))


def _counts_by_place(filters: Filters, position: Position, total: int) -> tuple[int, ...]:
    if len(filters.places) < 2:
        return (total,) * len(filters.places)
    alone = [replace(filters, places=(place,)) for place in filters.places]
    return _counts_of([_conditions(each, position, suffix=f"_{n}") for n, each in enumerate(alone)])


def _counts_of(searches: Sequence[tuple[str, dict[str, Any]]]) -> tuple[int, ...]:
    """Of several WHEREs with parameters of different names, in one query."""
    if not searches:
        return ()
    parts = [_COUNT.format(where=where, most=CAPPED + 1) for where, _ in searches]
    values = {name: value for _, own in searches for name, value in own.items()}
    [counts] = _rows(f"SELECT {', '.join(parts)}", values)
    return tuple(counts)


def _conditions(filters: Filters, position: Position, *, suffix: str = "") -> tuple[str, dict[str, Any]]:
    """The WHERE of a search and its parameters, their names made unique by `suffix`."""
    parts: list[str] = []
    values: dict[str, Any] = {"asked_at": position.asked_at}

    def add(sql: str, name: str, value: Any) -> None:
        parts.append(sql.format(f"%({name}{suffix})s"))
        values[name + suffix] = value

    if filters.query.strip():
        words = "(websearch_to_tsquery('english', {0}) || websearch_to_tsquery('simple', {0}))"
        add(f"tsv @@ {words}", "query", _words(filters))
    if filters.places:
        add("tsv @@ {0}::tsquery", "places", " | ".join(f"({place.tsquery})" for place in filters.places))
    if filters.workplace:
        add("tsv @@ {0}::tsquery", "workplace", any_of([f"=w{value}" for value in filters.workplace]))
    if filters.pay_min is not None:
        add("(pay_usd_max >= {0} OR pay_usd_max IS NULL)", "pay_min", filters.pay_min)
    if filters.exclude_industries:
        add("industry <> ALL({0})", "excluded", list(filters.exclude_industries))
    if filters.posted_within_days is not None:
        oldest = position.asked_at - int(timedelta(days=filters.posted_within_days).total_seconds() // 60)
        add("posted_min >= {0}", "oldest", oldest)
    return " AND ".join(parts) or "TRUE", values


def any_of(lexemes: Sequence[str]) -> str:
    """A tsquery that any of these facet lexemes satisfies; ours hold no quote and no backslash."""
    return " | ".join(f"'{lexeme}'" for lexeme in lexemes)


def _words(filters: Filters) -> str:
    return normalise_title(filters.query)


def _in_order(ids: Sequence[int]) -> tuple[JobListing, ...]:
    """Without those whose closing date has passed since the last tick."""
    found = JobListing.objects.only(*CARD, "description", "status", "expires_at").in_bulk(ids)
    return tuple(found[pk] for pk in ids if pk in found and found[pk].is_open)


def _after(shown: Sequence[_Key], position: Position) -> Position:
    return Position(position.asked_at, position.offset + len(shown), shown[-1].value, shown[-1].listing)


def _minutes(moment: datetime) -> int:
    return int(moment.timestamp() // 60)


def _rows(sql: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())
