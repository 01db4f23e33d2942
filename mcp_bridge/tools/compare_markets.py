"""compare_markets: the same work in several places, in numbers. Text only."""

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from catalog.listings.filters import Sort
from catalog.listings.markets import Market, markets
from catalog.listings.places import Resolution
from catalog.tools.handler import Call, DataTool, Handled, Outcome, Output, register
from catalog.tools.schema import THIRD_PARTY
from mcp_bridge.tools.filtering import MOST_PLACES, FilterParameters, UnclearPlace, understand
from mcp_bridge.tools.shapes import Shape

FEWEST = 2


class MarketParameters(FilterParameters):
    locations: list[str] = Field(
        min_length=FEWEST, max_length=MOST_PLACES, description="The places to compare: cities, regions or countries."
    )


class MarketShape(Shape):
    """One place. What is unknown is absent."""

    asked: str
    matched: str = Field(description="What it was taken to mean.")
    jobs: int
    with_pay: int = Field(0, description="Jobs that state their pay; the three figures are of these.")
    pay_p25: int | SkipJsonSchema[None] = Field(None, description="Yearly, US dollars: a quarter pays less.")
    pay_p50: int | SkipJsonSchema[None] = Field(None, description="The median.")
    pay_p75: int | SkipJsonSchema[None] = Field(None, description="A quarter pays more.")
    remote_percent: int = 0
    employers: list[str] = Field(default_factory=list, description=f"Who offers most. {THIRD_PARTY}")
    newest: list[str] = Field(default_factory=list, description="Ids of the newest jobs.")


class MarketsOutput(Output):
    markets: list[MarketShape] = Field(default_factory=list, description="In the order of `locations`.")
    unclear_places: list[UnclearPlace] = Field(default_factory=list, description="Not understood, or one of several.")
    not_applied: list[str] = Field(default_factory=list, description="Filters that had no effect, and why.")


def compare_markets(arguments: MarketParameters, _: Call) -> Handled[MarketsOutput]:
    """Raises `unknown_currency`."""
    asked = understand(arguments, sort=Sort.NEWEST)
    found = [_shape(place, market) for place, market in zip(asked.clear, markets(asked.filters), strict=True)]
    output = MarketsOutput(
        outcome=_outcome(found),
        markets=found,
        unclear_places=asked.unclear,
        not_applied=list(asked.not_applied),
    )
    return Handled(
        output, {"places": len(found), "jobs": sum(market.jobs for market in found), "unclear": len(asked.unclear)}
    )


def _outcome(found: list[MarketShape]) -> str:
    if len(found) < FEWEST:
        return "places_unclear"
    return "compared" if any(market.jobs for market in found) else "nothing_found"


def _shape(place: Resolution, market: Market) -> MarketShape:
    return MarketShape(
        asked=place.asked,
        matched=place.label,
        jobs=market.jobs,
        with_pay=market.with_pay,
        pay_p25=market.pay_p25,
        pay_p50=market.pay_p50,
        pay_p75=market.pay_p75,
        remote_percent=round(100 * market.remote / market.jobs) if market.jobs else 0,
        employers=list(market.employers),
        newest=list(market.newest),
    )


register(
    DataTool(
        name="compare_markets",
        summary="Compares places: jobs, pay, remote share, employers.",
        parameters=MarketParameters,
        output=MarketsOutput,
        outcomes=(
            Outcome("compared", "Each place has its figures.", numbers=("places", "jobs", "unclear")),
            Outcome("nothing_found", "No place has an open job that matches.", numbers=("places", "unclear")),
            Outcome("places_unclear", "Fewer than two places were understood.", numbers=("unclear",)),
        ),
        run=compare_markets,
    )
)
