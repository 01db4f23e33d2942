"""From filters to the WHERE that finds their narrow rows."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from catalog.listings.filters import Filters, any_of
from catalog.listings.wording import Wording, ways_to_put

_FACETS = (
    ("workplace", "w"),
    ("employment_types", "e"),
    ("seniority", "l"),
    ("industries", "i"),
)  # letters of index.py


@dataclass(frozen=True)
class Conditions:
    """A WHERE with the values of its parameters; `words` is the tsquery to rank by, empty where there are no words, and
    `as_asked` the part of it that holds no synonym.

    `is_indexed` says whether the index of lexemes has a part in it."""

    where: str
    values: dict[str, Any] = field(default_factory=dict)
    words: str = ""
    as_asked: str = ""

    @property
    def is_indexed(self) -> bool:
        return "tsv @@" in self.where


def in_minutes(moment: datetime | None) -> int:
    """Minutes since 1970, as the narrow rows keep them; of now where no moment is given."""
    return int((moment or timezone.now()).timestamp() // 60)


def conditions(filters: Filters, *, asked_at: int, suffix: str = "") -> Conditions:
    """`asked_at` is minutes since 1970; `suffix` makes the parameters' names unique in a statement with several of these."""
    parts: list[str] = []
    values: dict[str, Any] = {}

    def param(name: str, value: Any) -> str:
        values[name + suffix] = value
        return f"%({name}{suffix})s"

    words = as_asked = ""
    if filters.query.strip():
        texts = count()
        asked = [
            _tsquery(each, lambda text: param(f"query{next(texts)}_", text)) for each in ways_to_put(filters.query)
        ]
        words, as_asked = (f"({' || '.join(asked)})", asked[0]) if asked else ("''::tsquery", "''::tsquery")
        parts.append(f"tsv @@ {words}")
    for facet in _facets(filters):
        parts.append(f"tsv @@ {param(f'facet{len(parts)}_', facet)}::tsquery")
    if filters.pay_min is not None:
        parts.append(f"(pay_usd_max >= {param('pay_min', filters.pay_min)} OR pay_usd_max IS NULL)")
    if filters.pay_is_stated:
        parts.append("pay_usd_max IS NOT NULL")
    if filters.exclude_industries:  # as columns: excluded as lexemes they cost half as much again
        parts.append(f"industry <> ALL({param('industries', list(filters.exclude_industries))})")
    if filters.exclude_employers:
        parts.append(f"employer_id <> ALL({param('employers', list(filters.exclude_employers))})")
    if filters.posted_within_days is not None:
        oldest = asked_at - int(timedelta(days=filters.posted_within_days).total_seconds() // 60)
        parts.append(f"posted_min >= {param('oldest', oldest)}")
    if filters.among is not None:
        parts.append(f"listing_id = ANY({param('among', list(filters.among))})")
    return Conditions(" AND ".join(parts) or "TRUE", values, words, as_asked)


def in_places(filters: Filters) -> str:
    """Columns `in_0`, `in_1` … that say of a row which of the places it is in; each with a comma before it."""
    return "".join(
        f", tsv @@ $${place.tsquery}$$::tsquery AS in_{number}" for number, place in enumerate(filters.places)
    )


def _tsquery(wording: Wording, param: Callable[[str], str]) -> str:
    """A phrase that may be a facet counts as either."""
    words = [f"websearch_to_tsquery('english', {param(wording.words)})"] if wording.words else []
    either = (
        f"(phraseto_tsquery('english', {param(facet.phrase)}) || $${any_of((facet.lexeme,))}$$::tsquery)"
        for facet in wording.facets
    )
    return f"({' && '.join((*words, *either))})"


def _facets(filters: Filters) -> list[str]:
    """Each has to hold."""
    chosen = [tuple(f"={letter}{value}" for value in getattr(filters, name)) for name, letter in _FACETS]
    places = " | ".join(f"({place.tsquery})" for place in filters.places)
    return [facet for facet in (places, *map(any_of, chosen)) if facet]
