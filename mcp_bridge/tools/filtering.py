"""The filters that tools share: what a model may ask for, and what the search makes of it."""

from dataclasses import dataclass
from typing import Literal

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from catalog.errors import ShortlistError
from catalog.listings.employers import employer_ids
from catalog.listings.facets import place_filter, understood
from catalog.listings.filters import Filters, Sort
from catalog.listings.industries import industry_codes
from catalog.listings.places import Resolution
from catalog.listings.rates import COMMON_CURRENCY, to_common
from mcp_bridge.tools.conversation import ConversationParameters
from mcp_bridge.tools.shapes import Shape

MOST_PLACES = 12


class FilterParameters(ConversationParameters):
    """Base of the parameters of tools that look for jobs."""

    query: str = Field("", max_length=120, description="Job title or skills.")
    locations: list[str] = Field(
        default_factory=list, max_length=MOST_PLACES, description="Cities, regions or countries."
    )
    radius_km: Literal[0, 10, 25, 40, 80, 160] = Field(40, description="How far around a city.")
    workplace: list[Literal["onsite", "hybrid", "remote"]] = Field(
        default_factory=list, max_length=3, description="Only these; jobs that don't state it are left out."
    )
    employment_types: list[Literal["full_time", "part_time", "contract", "temporary", "internship"]] = Field(
        default_factory=list, max_length=5, description="Only these; jobs that don't state it are left out."
    )
    seniority: list[Literal["entry", "mid", "senior", "lead", "manager", "executive"]] = Field(
        default_factory=list, max_length=6, description="Only these levels, as titles name them."
    )
    pay_min: int | SkipJsonSchema[None] = Field(
        None, ge=1, le=100_000_000, description="Yearly, in `pay_currency`. Jobs that state no pay stay in."
    )
    pay_currency: str = Field(COMMON_CURRENCY, pattern="^[A-Z]{3}$", description="Of `pay_min`: three letters, as EUR.")
    include_unknown_pay: bool = Field(default=True, description="False leaves out jobs that state no pay.")
    industries: list[str] = Field(default_factory=list, max_length=10, description="Only these industries.")
    exclude_industries: list[str] = Field(default_factory=list, max_length=10, description="Industries to leave out.")
    exclude_companies: list[str] = Field(default_factory=list, max_length=10, description="Employers to leave out.")
    posted_within_days: int | SkipJsonSchema[None] = Field(
        None, ge=1, le=90, description="Only jobs posted in the last so many days."
    )


class UnclearPlace(Shape):
    """A place that was not understood, or that may mean several."""

    asked: str
    candidates: list[str] = Field(default_factory=list)


@dataclass(frozen=True)
class Understood:
    """Filters as the search takes them. `clear` are the places that are in them, in their order; `nowhere` says that places
    were asked for and none was understood: to search the whole world instead would be a wrong answer."""

    filters: Filters
    asked: tuple[Resolution, ...]
    not_applied: tuple[str, ...]

    @property
    def clear(self) -> list[Resolution]:
        return [place for place in self.asked if place.kind != "unknown"]

    @property
    def nowhere(self) -> bool:
        return bool(self.asked) and not self.clear

    @property
    def unclear(self) -> list[UnclearPlace]:
        return [
            UnclearPlace(asked=place.asked, candidates=[candidate.label for candidate in place.candidates])
            for place in self.asked
            if place.kind == "unknown" or place.candidates
        ]


def understand(given: FilterParameters, *, sort: Sort) -> Understood:
    """What was asked for, and what had no effect. Raises `unknown_currency`."""
    asked = tuple(understood(" ".join(text.split())) for text in given.locations if text.strip())
    wanted, no_wanted = industry_codes(given.industries)
    excluded, no_excluded = industry_codes(given.exclude_industries)
    employers, no_employers = employer_ids(given.exclude_companies)
    filters = Filters(
        query=given.query,
        places=tuple(place_filter(place, radius_km=given.radius_km) for place in asked if place.kind != "unknown"),
        workplace=tuple(given.workplace),
        employment_types=tuple(given.employment_types),
        seniority=tuple(given.seniority),
        pay_min=_in_dollars(given),
        pay_is_stated=not given.include_unknown_pay,
        industries=wanted,
        exclude_industries=excluded,
        exclude_employers=employers,
        posted_within_days=given.posted_within_days,
        sort=sort,
    )
    strangers = [
        *_strangers("industries", no_wanted, "is no industry of this board"),
        *_strangers("exclude_industries", no_excluded, "is no industry of this board"),
        *_strangers("exclude_companies", no_employers, "is no employer on this board"),
    ]
    return Understood(filters, asked, (*_ignored(asked), *strangers))


def _in_dollars(given: FilterParameters) -> int | None:
    if given.pay_min is None:
        return None
    amount = to_common(given.pay_min, given.pay_currency)
    if amount is None:
        raise ShortlistError(
            "unknown_currency",
            f"No rate is known for {given.pay_currency}, so pay_min can't be compared.",
            f"Give pay_min in {COMMON_CURRENCY}, or in one of list_filters' currencies.",
        )
    return amount


def _ignored(asked: tuple[Resolution, ...]) -> list[str]:
    parts = [(place.ignored[:40], place.label) for place in asked if place.ignored and place.kind != "unknown"]
    return [f"locations: “{part}” was not understood; {label} was searched." for part, label in parts]


def _strangers(parameter: str, names: tuple[str, ...], why: str) -> list[str]:
    return [f"{parameter}: “{name[:40]}” {why}." for name in names]
