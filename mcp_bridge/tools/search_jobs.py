"""search_jobs: open jobs by words, places and filters. Text only: called as often as the model likes."""

from collections.abc import Callable
from typing import Literal

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from catalog.listings.facets import place_filter, understood
from catalog.listings.industries import industry_codes
from catalog.listings.places import Resolution
from catalog.listings.search import CAPPED, Counts, Filters, Page, Sort, search
from catalog.models import JobListing
from catalog.tools.handler import Call, DataTool, Handled, Outcome, Output, register
from mcp_bridge.shortlists.memory import Memory, Search
from mcp_bridge.tools import present
from mcp_bridge.tools.conversation import ConversationParameters
from mcp_bridge.tools.passages import best_passage
from mcp_bridge.tools.shapes import FoundJob, Shape


class SearchParameters(ConversationParameters):
    query: str = Field("", max_length=120, description="Job title or skills.")
    locations: list[str] = Field(default_factory=list, max_length=12, description="Cities, regions or countries.")
    workplace: list[Literal["onsite", "hybrid", "remote"]] = Field(
        default_factory=list, max_length=3, description="Only these; jobs that don't state it are left out."
    )
    pay_min: int | SkipJsonSchema[None] = Field(
        None, ge=1, le=10_000_000, description="US dollars a year. Jobs that state no pay stay in."
    )
    exclude_industries: list[str] = Field(default_factory=list, max_length=10, description="Industries to leave out.")
    posted_within_days: int | SkipJsonSchema[None] = Field(
        None, ge=1, le=90, description="Only jobs posted in the last so many days."
    )
    sort: Literal["relevance", "newest", "pay_high"] = Field("relevance", description="The order of the results.")
    limit: int = Field(15, ge=1, le=25, description="How many jobs to return.")
    cursor: str = Field("", max_length=200, description="`next_cursor` of the same search, for its next page.")


class PlaceMatch(Shape):
    """What one of the asked places was taken to mean, and how many of the jobs are there."""

    asked: str
    matched: str
    jobs: int


class UnclearPlace(Shape):
    """A place that was not understood, or that may mean several."""

    asked: str
    candidates: list[str] = Field(default_factory=list)


class SearchOutput(Output):
    jobs: list[FoundJob] = Field(default_factory=list)
    total: int = Field(0, description=f"Matches; {CAPPED} where total_is_capped.")
    total_is_capped: bool = False
    places: list[PlaceMatch] = Field(default_factory=list, description="What each place was taken to mean.")
    unclear_places: list[UnclearPlace] = Field(
        default_factory=list, description="Places that were not understood, or may mean several."
    )
    not_applied: list[str] = Field(default_factory=list, description="Filters that had no effect, and why.")
    unknown_pay: int = Field(0, description="Matches that state no pay.")
    unknown_industry: int = Field(0, description="Matches whose industry is unknown.")
    next_cursor: str = ""


def search_jobs(arguments: SearchParameters, _call: Call) -> Handled[SearchOutput]:
    """Raises `bad_cursor` for a cursor of another search."""
    asked = [understood(" ".join(text.split())) for text in arguments.locations if text.strip()]
    clear = [resolution for resolution in asked if resolution.kind != "unknown"]
    excluded, strangers = industry_codes(arguments.exclude_industries)
    nowhere = bool(asked) and not clear  # searching the whole world instead would be a wrong answer
    page = (
        NOTHING
        if nowhere
        else search(_filters(arguments, clear, excluded), limit=arguments.limit, cursor=arguments.cursor)
    )
    output = SearchOutput(
        outcome=_outcome(page, asked, clear),
        jobs=[_found(listing, arguments.query) for listing in page.listings],
        total=min(page.counts.total, CAPPED),
        total_is_capped=page.counts.is_capped,
        places=[
            PlaceMatch(asked=place.asked, matched=place.label, jobs=min(jobs, CAPPED))
            for place, jobs in zip(clear, page.counts.by_place, strict=False)
        ],
        unclear_places=[_unclear(place) for place in asked if place.kind == "unknown" or place.candidates],
        not_applied=[f"exclude_industries: “{name[:40]}” is no industry of this board." for name in strangers],
        unknown_pay=page.counts.unknown_pay,
        unknown_industry=page.counts.unknown_industry,
        next_cursor=page.next_cursor,
    )
    values = {"shown": len(output.jobs), "total": output.total, "unclear": len(output.unclear_places)}
    return Handled(output, values, (_remember_search(arguments, output),))


def _remember_search(arguments: SearchParameters, output: SearchOutput) -> Callable[[Memory], None]:
    ids = [job.id for job in output.jobs]
    search = Search(query=arguments.query, places=arguments.locations, total=output.total, ids=ids)
    return lambda memory: memory.searched(search)


NOTHING = Page((), Counts())


def _filters(arguments: SearchParameters, places: list[Resolution], excluded: tuple[str, ...]) -> Filters:
    return Filters(
        query=arguments.query,
        places=tuple(place_filter(place) for place in places),
        workplace=tuple(arguments.workplace),
        pay_min=arguments.pay_min,
        exclude_industries=excluded,
        posted_within_days=arguments.posted_within_days,
        sort=Sort(arguments.sort),
    )


def _outcome(page: Page, asked: list[Resolution], clear: list[Resolution]) -> str:
    if page.listings:
        return "too_many" if page.counts.is_capped else "found"
    return "places_unclear" if len(clear) < len(asked) else "nothing_found"


def _found(listing: JobListing, query: str) -> FoundJob:
    return present.found(listing, highlight=best_passage(listing.description, query))


def _unclear(place: Resolution) -> UnclearPlace:
    return UnclearPlace(asked=place.asked, candidates=[candidate.label for candidate in place.candidates])


register(
    DataTool(
        name="search_jobs",
        summary="Finds open jobs by words, places and filters.",
        parameters=SearchParameters,
        output=SearchOutput,
        outcomes=(
            Outcome("found", "Jobs were found.", numbers=("shown", "total", "unclear")),
            Outcome("too_many", "More jobs match than are counted.", numbers=("shown", "total", "unclear")),
            Outcome("nothing_found", "No open job matches.", numbers=("unclear",)),
            Outcome("places_unclear", "Nothing was found, and a place was not understood.", numbers=("unclear",)),
        ),
        run=search_jobs,
    )
)
