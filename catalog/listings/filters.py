"""What a search asks for, as values."""

from dataclasses import dataclass
from enum import StrEnum


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
    def is_city(self) -> bool:
        """Whether it is narrower than a region: few of a board's listings are there."""
        return bool(self.lexemes) and all(lexeme.startswith(("=c", "=n")) for lexeme in self.lexemes)

    @property
    def tsquery(self) -> str:
        where = any_of(self.lexemes)
        return " & ".join(f"({part})" for part in ("'=wremote'" if self.is_remote else "", where) if part)


@dataclass(frozen=True)
class Filters:
    """What to find. Empty means: don't care. `pay_min` is US dollars a year; `exclude_employers` and `among` are ids."""

    query: str = ""
    places: tuple[PlaceFilter, ...] = ()
    workplace: tuple[str, ...] = ()
    employment_types: tuple[str, ...] = ()
    seniority: tuple[str, ...] = ()
    pay_min: int | None = None
    pay_is_stated: bool = False
    industries: tuple[str, ...] = ()
    exclude_industries: tuple[str, ...] = ()
    exclude_employers: tuple[int, ...] = ()
    posted_within_days: int | None = None
    among: tuple[int, ...] | None = None
    sort: Sort = Sort.RELEVANCE

    @property
    def order(self) -> Sort:
        """Relevance needs words to be relevant to."""
        return Sort.NEWEST if self.sort is Sort.RELEVANCE and not self.query.strip() else self.sort

    @property
    def is_local(self) -> bool:
        """Whether words are looked for in cities alone: few listings match, so all of them may be fetched."""
        return bool(self.query.strip() and self.places) and all(place.is_city for place in self.places)


def any_of(lexemes: tuple[str, ...]) -> str:
    """A tsquery that any of these facet lexemes satisfies; ours hold no quote and no backslash."""
    return " | ".join(f"'{lexeme}'" for lexeme in lexemes)
