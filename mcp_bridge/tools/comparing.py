"""Facts of several jobs beside each other: the same ones of each, in words, and which of them differ."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast, get_args

from catalog.models import EmploymentType, JobListing, Workplace
from mcp_bridge.tools import present
from mcp_bridge.tools.shapes import ComparedFact

type FieldName = Literal[
    "pay", "pay_yearly", "location", "workplace", "employment_type", "seniority", "industry", "posted", "closes"
]
FIELD_NAMES: tuple[FieldName, ...] = get_args(FieldName.__value__)
NOT_STATED = "Not stated"


@dataclass(frozen=True)
class Field:
    """A fact that jobs are compared by."""

    label: str
    text: Callable[[JobListing], str]


FIELDS: Mapping[FieldName, Field] = {
    "pay": Field("Pay", lambda listing: listing.pay_text),
    "pay_yearly": Field("Pay a year", present.pay_yearly),
    "location": Field("Place", lambda listing: listing.location or listing.location_text),
    "workplace": Field("Workplace", lambda listing: present.stated(Workplace, listing.workplace)),
    "employment_type": Field("Employment", lambda listing: present.stated(EmploymentType, listing.employment_type)),
    "seniority": Field("Seniority", present.seniority),
    "industry": Field("Industry", present.industry),
    "posted": Field("Posted", lambda listing: present.day(listing.posted_at)),
    "closes": Field("Apply by", lambda listing: present.day(listing.expires_at)),
}


def usual_fields(board_order: Sequence[str]) -> tuple[FieldName, ...]:
    """The board's facts in its order, but for those that stand above each column anyway."""
    return tuple(cast("FieldName", name) for name in board_order if name in FIELDS)


def compared_facts(listings: Sequence[JobListing], names: Sequence[FieldName]) -> list[list[ComparedFact]]:
    """For each listing, the named facts in order; what a job doesn't state is said to be so."""
    rows = [_row(FIELDS[name], listings) for name in names]
    return [list(facts) for facts in zip(*rows, strict=True)] if rows else [[] for _ in listings]


def _row(field: Field, listings: Sequence[JobListing]) -> list[ComparedFact]:
    texts = [_capital(field.text(listing)) or NOT_STATED for listing in listings]
    differs = len({text.casefold() for text in texts}) > 1 or None
    return [ComparedFact(label=field.label, text=text, differs=differs) for text in texts]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
