"""search_jobs: open jobs by words, places and filters. Text only: called as often as the model likes."""

from collections.abc import Callable
from typing import Literal

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from catalog.listings.facets import place_filter, understood
from catalog.listings.industries import industry_codes
from catalog.listings.places import Resolution
from catalog.listings.search import CAPPED, Counts, Filters, Page, Sort, Without, counts_without, search
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


class WithoutFilter(Shape):
    """What one filter of a search that found nothing costs."""

    filter: str
    jobs: int


class SearchOutput(Output):
    jobs: list[FoundJob] = Field(default_factory=list)
    total: int = Field(0, description=f"Matches; {CAPPED} where total_is_capped.")
    total_is_capped: bool = False
    places: list[PlaceMatch] = Field(default_factory=list, description="What each place was taken to mean.")
    unclear_places: list[UnclearPlace] = Field(default_factory=list, description="Not understood, or one of several.")
    without: list[WithoutFilter] = Field(
        default_factory=list, description="Where nothing was found: how many match without one filter."
    )
    not_applied: list[str] = Field(default_factory=list, description="Filters that had no effect, and why.")
    unknown_pay: int = Field(0, description="Matches that state no pay.")
    unknown_industry: int = Field(0, description="Matches of unknown industry.")
    next_cursor: str = ""


def search_jobs(arguments: SearchParameters, call: Call) -> Handled[SearchOutput]:
    """Raises `bad_cursor` for a cursor of another search."""
    asked = [understood(" ".join(text.split())) for text in arguments.locations if text.strip()]
    clear = [resolution for resolution in asked if resolution.kind != "unknown"]
    excluded, strangers = industry_codes(arguments.exclude_industries)
    nowhere = bool(asked) and not clear  # searching the whole world instead would be a wrong answer
    filters = _filters(arguments, clear, excluded)
    page = NOTHING if nowhere else search(filters, limit=arguments.limit, cursor=arguments.cursor)
    before = _total_before(arguments, call.memory)
    outcome = _outcome(page, before, is_placed=len(clear) == len(asked))
    without = counts_without(filters, kept=call.settled) if outcome == "nothing_found" else ()
    output = SearchOutput(
        outcome=outcome,
        jobs=[_found(listing, arguments.query) for listing in page.listings],
        total=min(page.counts.total, CAPPED),
        total_is_capped=page.counts.is_capped,
        places=[
            PlaceMatch(asked=place.asked, matched=place.label, jobs=min(jobs, CAPPED))
            for place, jobs in zip(clear, page.counts.by_place, strict=False)
        ],
        unclear_places=[_unclear(place) for place in asked if place.kind == "unknown" or place.candidates],
        without=[WithoutFilter(filter=item.filter, jobs=min(item.jobs, CAPPED)) for item in without],
        not_applied=[
            *_ignored(asked),
            *(f"exclude_industries: “{name[:40]}” is no industry of this board." for name in strangers),
        ],
        unknown_pay=page.counts.unknown_pay,
        unknown_industry=page.counts.unknown_industry,
        next_cursor=page.next_cursor,
    )
    counts = {"shown": len(output.jobs), "total": output.total, "unclear": len(output.unclear_places)}
    values = {**counts, "before": before, **_best_without(without)}
    return Handled(output, values, (_remember_search(arguments, output),))


def _remember_search(arguments: SearchParameters, output: SearchOutput) -> Callable[[Memory], None]:
    ids = [job.id for job in output.jobs]
    search = Search(query=arguments.query, places=arguments.locations, total=output.total, ids=ids)
    return lambda memory: memory.searched(search)


NOTHING = Page((), Counts())
NARROWING = frozenset({"workplace", "pay_min", "exclude_industries", "posted_within_days"})


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


def _outcome(page: Page, before: int, *, is_placed: bool) -> str:
    if not page.listings:
        return "nothing_found" if is_placed else "places_unclear"
    if page.counts.is_capped:
        return "too_many"
    return "narrowed" if page.counts.total < before else "found"


def _total_before(arguments: SearchParameters, memory: Memory) -> int:
    """What the same words gave in this conversation's latest search of the same places, or of all; 0 where there is none."""
    query, places = _words(arguments.query), set(map(_words, arguments.locations))
    is_filtered = bool(arguments.model_fields_set & NARROWING)
    for earlier in reversed(memory.searches):
        same_places = set(map(_words, earlier.places)) == places
        if _words(earlier.query) == query and ((same_places and is_filtered) or (places and not earlier.places)):
            return earlier.total
    return 0


def _words(text: str) -> str:
    return " ".join(text.casefold().split())


def _best_without(without: tuple[Without, ...]) -> dict[str, int | str]:
    """The filter to drop: the first one whose absence finds something, for what asks least of the user comes first."""
    best = next((item for item in without if item.jobs), Without("filters", 0))
    return {"filter": best.filter, "count": min(best.jobs, CAPPED)}


def _found(listing: JobListing, query: str) -> FoundJob:
    return present.found(listing, highlight=best_passage(listing.description, query))


def _ignored(asked: list[Resolution]) -> list[str]:
    parts = [(place.ignored[:40], place.label) for place in asked if place.ignored and place.kind != "unknown"]
    return [f"locations: “{part}” was not understood; {label} was searched." for part, label in parts]


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
            Outcome(
                "narrowed",
                "Fewer jobs than the same words gave before.",
                numbers=("shown", "total", "before", "unclear"),
            ),
            Outcome("too_many", "More jobs match than are counted.", numbers=("shown", "total", "unclear")),
            Outcome(
                "nothing_found",
                "No open job matches; without one of the filters, some may.",
                numbers=("count", "unclear"),
                names=("filter",),
            ),
            Outcome("places_unclear", "Nothing was found, and a place was not understood.", numbers=("unclear",)),
        ),
        run=search_jobs,
    )
)
