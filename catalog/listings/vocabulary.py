"""The exact values that filters take, for callers who would otherwise guess."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from catalog.listings.facets import understood
from catalog.listings.folding import fold
from catalog.listings.industries import industry_labels
from catalog.listings.names import employer_key
from catalog.listings.rates import known_currencies
from catalog.models import Employer

MOST = 30

type Kind = Literal["industries", "companies", "locations", "currencies"]


@dataclass(frozen=True)
class Accepted:
    """A value that a filter takes, and what it means where that isn't plain."""

    value: str
    meaning: str = ""


def accepted(kind: Kind, asked: str) -> tuple[Accepted, ...]:
    """Up to 31 values (one more than a caller shows); those of a name that was asked for, where one was. At most one query."""
    match kind:
        case "industries":
            return _named(asked, (Accepted(code, label) for code, label in industry_labels().items()))
        case "currencies":
            return _named(asked, map(Accepted, known_currencies()))
        case "companies":
            return _companies(asked)
        case "locations":
            return _locations(asked)


def _named(asked: str, values: Iterable[Accepted]) -> tuple[Accepted, ...]:
    wanted = fold(asked)
    return tuple(each for each in values if wanted in fold(f"{each.value} {each.meaning}"))[: MOST + 1]


def _companies(asked: str) -> tuple[Accepted, ...]:
    found = Employer.objects.filter(key__contains=employer_key(asked) if asked else "").order_by("name")
    return tuple(map(Accepted, found.values_list("name", flat=True)[: MOST + 1]))


def _locations(asked: str) -> tuple[Accepted, ...]:
    """The place that is meant first, then the others of the same name; nothing without a name to look for."""
    if not asked:
        return ()
    place = understood(asked)
    labels = [place.label] if place.kind not in ("unknown", "remote") else []
    return tuple(map(Accepted, dict.fromkeys([*labels, *(candidate.label for candidate in place.candidates)])))
