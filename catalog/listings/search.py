"""Search: pages of open listings from the narrow rows, with honest counts, in one statement (see `matches.py`)."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from catalog.listings.conditions import in_minutes
from catalog.listings.cursors import Position, read_cursor, write_cursor
from catalog.listings.filters import Filters
from catalog.listings.matches import CAPPED, Counts, FoundListing, Row, Top, counted, matches
from catalog.listings.statements import rows

__all__ = ["CAPPED", "Counts", "FoundListing", "Page", "Without", "counts_without", "search", "search_each_place"]


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
    counts, hits = matches([Top(filters, position, limit + 1)], filters, position)
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
    tops = [Top(replace(filters, places=(place,)), position, limit) for place in filters.places]
    counts, hits = matches(tops, filters, position)
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
    texts, values = counted(list(in_use.values()), _from_now(now))
    [counts] = rows(f"SELECT {', '.join(texts)}", values)
    return tuple(Without(name, jobs) for name, jobs in zip(in_use, counts, strict=True))


def _after(shown: tuple[Row, ...], position: Position) -> Position:
    return Position(position.asked_at, position.offset + len(shown), shown[-1].value, shown[-1].listing.id)


def _from_now(now: datetime | None) -> Position:
    return Position(asked_at=in_minutes(now))
