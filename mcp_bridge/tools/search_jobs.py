"""search_jobs: open jobs by words, places and filters. Text only: called as often as the model likes."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import Field

from catalog.errors import ShortlistError
from catalog.listings.facet_counts import facet_counts
from catalog.listings.filters import Filters, Sort
from catalog.listings.search import (
    CAPPED,
    Counts,
    FoundListing,
    Page,
    Without,
    counts_without,
    search,
    search_each_place,
)
from catalog.listings.spelling import corrected
from catalog.listings.texts import READ, mentioning
from catalog.tools.handler import Call, DataTool, Handled, Outcome, Output, register
from mcp_bridge.shortlists.memory import Memory, Search
from mcp_bridge.tools import present
from mcp_bridge.tools.filtering import FilterParameters, UnclearPlace, Understood, understand
from mcp_bridge.tools.passages import best_passage
from mcp_bridge.tools.shapes import FoundJob, Shape

FEW = 3  # matches: a search that finds fewer may be misspelt
OF_TEXTS = f"query: few titles have these words, so the texts of the newest {READ:,} jobs were read too."
MOST_IN_ALL = 60  # listings of one call that gives each place its own


class SearchParameters(FilterParameters):
    sort: Literal["relevance", "newest", "pay_high"] = Field("relevance", description="The order of the results.")
    per_location: bool = Field(
        default=False, description=f"The first `limit` jobs of each place, {MOST_IN_ALL} in all, instead of one list."
    )
    limit: int = Field(15, ge=1, le=25, description="How many jobs to return.")
    cursor: str = Field("", max_length=200, description="`next_cursor` of the same search, for its next page.")


class PlaceMatch(Shape):
    """What one of the asked places was taken to mean, and how many of the jobs are there."""

    asked: str
    matched: str
    jobs: int
    ids: list[str] = Field(default_factory=list, description="With per_location: its jobs, in their order.")


class WithoutFilter(Shape):
    """What one filter of a search that found nothing costs."""

    filter: str
    jobs: int


class FacetCount(Shape):
    """How many of the newest matches a filter's value has."""

    filter: str
    value: str
    jobs: int


class SearchOutput(Output):
    jobs: list[FoundJob] = Field(default_factory=list)
    corrected_query: str = Field(
        "", description="What was searched for instead of `query`, which found next to nothing."
    )
    total: int = Field(0, description=f"Matches; {CAPPED} where total_is_capped.")
    total_is_capped: bool = False
    places: list[PlaceMatch] = Field(default_factory=list, description="What each place was taken to mean.")
    unclear_places: list[UnclearPlace] = Field(default_factory=list, description="Not understood, or one of several.")
    without: list[WithoutFilter] = Field(
        default_factory=list, description="Where nothing was found: how many match without one filter."
    )
    facets: list[FacetCount] = Field(
        default_factory=list, description="Where too many match: what the 1,000 newest are, by filter."
    )
    not_applied: list[str] = Field(default_factory=list, description="Filters that had no effect, and why.")
    unknown_pay: int = Field(0, description="Matches that state no pay.")
    unknown_industry: int = Field(0, description="Matches of unknown industry.")
    next_cursor: str = ""


def search_jobs(arguments: SearchParameters, call: Call) -> Handled[SearchOutput]:
    """Raises `bad_cursor` for a cursor of another search, `unknown_currency`."""
    asked = understand(arguments, sort=Sort(arguments.sort))
    searched = _searched(asked, arguments)
    page, counts = searched.page, searched.page.counts
    before = _total_before(arguments, call.memory)
    outcome = _outcome(page, before, is_placed=len(asked.clear) == len(asked.asked))
    without = counts_without(asked.filters, kept=call.settled) if outcome == "nothing_found" else ()
    output = SearchOutput(
        outcome=outcome,
        jobs=[_found(listing, searched.corrected or arguments.query) for listing in page.listings],
        corrected_query=searched.corrected,
        total=min(counts.total, CAPPED),
        total_is_capped=counts.is_capped,
        places=_places(asked, page),
        unclear_places=asked.unclear,
        without=[WithoutFilter(filter=item.filter, jobs=min(item.jobs, CAPPED)) for item in without],
        facets=_facets(searched) if outcome == "too_many" else [],
        not_applied=[*asked.not_applied, *searched.not_applied],
        unknown_pay=counts.unknown_pay,
        unknown_industry=counts.unknown_industry,
        next_cursor=page.next_cursor,
    )
    told = {"shown": len(output.jobs), "total": output.total, "unclear": len(output.unclear_places)}
    values = {**told, "before": before, **_best_without(without)}
    return Handled(output, values, (_remember_search(arguments, output),))


@dataclass(frozen=True)
class _Searched:
    """A page, and the words that it was searched for where they were not those that were asked for."""

    page: Page
    filters: Filters
    corrected: str = ""
    not_applied: tuple[str, ...] = ()


def _searched(asked: Understood, arguments: SearchParameters) -> _Searched:
    if asked.nowhere:
        return _Searched(NOTHING, asked.filters)
    if arguments.per_location and asked.filters.places:
        return _each_place(asked.filters, arguments)
    if arguments.cursor:
        return _next_page(asked.filters, arguments)
    found = _Searched(search(asked.filters, limit=arguments.limit), asked.filters)
    for another_way in (_with_texts, _with_better_spelling):
        if found.page.counts.total < FEW and arguments.query.strip():
            found = another_way(found, arguments)
    return found


def _with_texts(found: _Searched, arguments: SearchParameters) -> _Searched:
    """Behind the few whose title matches come those whose text has the words."""
    first, mentioned = found.page, _mentioned(found.page, found.filters)
    room = arguments.limit - len(first.listings)
    if not mentioned.among or room < 1:
        return found
    page = search(mentioned, limit=room)
    both = Page((*first.listings, *page.listings), first.counts + page.counts, page.next_cursor)
    return _Searched(both, mentioned, found.corrected, not_applied=(OF_TEXTS,))


def _mentioned(page: Page, filters: Filters) -> Filters:
    """The search for those whose text has the words and whose title has not."""
    in_titles = {listing.id for listing in page.listings}
    ids = sorted(pk for pk in mentioning(filters) if pk not in in_titles)
    return replace(filters, query="", among=tuple(ids))


def _with_better_spelling(found: _Searched, arguments: SearchParameters) -> _Searched:
    better = corrected(arguments.query)
    if not better:
        return found
    filters = replace(found.filters, query=better, among=None)
    again = search(filters, limit=arguments.limit)
    return _Searched(again, filters, better) if again.counts.total > found.page.counts.total else found


def _next_page(filters: Filters, arguments: SearchParameters) -> _Searched:
    """The cursor may be of the search that a misspelt one turned into, or of texts. Raises `bad_cursor` where it is of none."""
    with suppress(ShortlistError):
        return _Searched(search(filters, limit=arguments.limit, cursor=arguments.cursor), filters)
    with suppress(ShortlistError):
        mentioned = _mentioned(search(filters, limit=FEW), filters)
        page = search(mentioned, limit=arguments.limit, cursor=arguments.cursor)
        return _Searched(page, mentioned, not_applied=(OF_TEXTS,))
    better = corrected(arguments.query) or arguments.query
    corrected_filters = replace(filters, query=better)
    page = search(corrected_filters, limit=arguments.limit, cursor=arguments.cursor)
    return _Searched(page, corrected_filters, better)


def _each_place(filters: Filters, arguments: SearchParameters) -> _Searched:
    limit = max(1, min(arguments.limit, MOST_IN_ALL // len(filters.places)))
    ignored = ("cursor: with per_location each place has one page.",) if arguments.cursor else ()
    return _Searched(search_each_place(filters, limit=limit), filters, not_applied=ignored)


def _facets(searched: _Searched) -> list[FacetCount]:
    return [
        FacetCount(filter=facet.filter, value=facet.value, jobs=facet.jobs) for facet in facet_counts(searched.filters)
    ]


def _places(asked: Understood, page: Page) -> list[PlaceMatch]:
    names = {listing.id: listing.public_id for listing in page.listings}
    own = page.by_place or ((),) * len(page.counts.by_place)
    return [
        PlaceMatch(asked=place.asked, matched=place.label, jobs=min(jobs, CAPPED), ids=[names[pk] for pk in ids])
        for place, jobs, ids in zip(asked.clear, page.counts.by_place, own, strict=True)
    ]


def _remember_search(arguments: SearchParameters, output: SearchOutput) -> Callable[[Memory], None]:
    ids = [job.id for job in output.jobs]
    search = Search(query=arguments.query, places=arguments.locations, total=output.total, ids=ids)
    return lambda memory: memory.searched(search)


NOTHING = Page((), Counts())
NARROWING = frozenset(FilterParameters.model_fields) - {"query", "locations", "pay_currency", "shortlist"}


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


def _found(listing: FoundListing, query: str) -> FoundJob:
    return present.found(listing, highlight=best_passage(listing.description, query))


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
