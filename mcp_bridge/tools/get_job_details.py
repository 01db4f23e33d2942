"""get_job_details: whole postings by id."""

from collections.abc import Callable
from typing import Literal

from pydantic import Field

from catalog.errors import ShortlistError
from catalog.listings.lookup import Lookup, Unknown, look_up
from catalog.models import JobListing
from catalog.tools.handler import Call, DataTool, Handled, Outcome, Output, register
from mcp_bridge.shortlists.memory import Memory
from mcp_bridge.tools import present
from mcp_bridge.tools.conversation import WidgetParameters
from mcp_bridge.tools.shapes import GoneJob, JobDetails, UnknownId


class DetailsParameters(WidgetParameters):
    ids: list[str] = Field(min_length=1, max_length=5, description="`jobs[].id` of earlier results.")
    sections: list[Literal["summary", "requirements", "benefits", "pay", "company"]] = Field(
        default_factory=list, max_length=5, description="Only these parts of the postings, where they have them."
    )


class DetailsOutput(Output):
    jobs: list[JobDetails] = Field(default_factory=list)
    expired: list[GoneJob] = Field(default_factory=list)
    not_found: list[UnknownId] = Field(default_factory=list)


def get_job_details(arguments: DetailsParameters, call: Call) -> Handled[DetailsOutput]:
    """Raises `unknown_id` where no id is known at all."""
    found = look_up(arguments.ids)
    if not found.open and not found.closed:
        raise unknown_ids(found.unknown)
    output = DetailsOutput(
        outcome=_outcome(found),
        jobs=[present.details(listing, kinds=arguments.sections) for listing in found.open],
        expired=[present.gone(listing) for listing in found.closed],
        not_found=[present.unknown(item) for item in found.unknown],
    )
    values = {"read": len(found.open), "missing": len(found.closed) + len(found.unknown)}
    return Handled(output, values, tuple(map(_opened, found.open)) if call.by_user else ())


def _opened(listing: JobListing) -> Callable[[Memory], None]:
    return lambda memory: memory.acted("opened", listing.public_id or "", by="user", title=listing.title)


def unknown_ids(unknown: tuple[Unknown, ...]) -> ShortlistError:
    """The error for a call in which every id is unknown."""
    near = [candidate for item in unknown for candidate in item.did_you_mean]
    hint = f"Did you mean {' or '.join(near)}?" if near else "Ids are the ten digits in `jobs[].id` of search results."
    return ShortlistError("unknown_id", f"No job has the id {', '.join(item.id[:40] for item in unknown)}.", hint)


def _outcome(found: Lookup) -> str:
    if not found.open:
        return "none_open"
    if found.closed:
        return "some_expired"
    return "some_unknown" if found.unknown else "details_read"


register(
    DataTool(
        name="get_job_details",
        summary="Reads whole postings by id.",
        parameters=DetailsParameters,
        output=DetailsOutput,
        outcomes=(
            Outcome("details_read", "Every job that was asked for was read.", numbers=("read",)),
            Outcome("some_expired", "Some jobs were read; others are closed.", numbers=("read", "missing")),
            Outcome("some_unknown", "Some jobs were read; other ids are unknown.", numbers=("read", "missing")),
            Outcome("none_open", "None of the jobs is open any more.", numbers=("missing",)),
        ),
        run=get_job_details,
        callable_from_widget=True,
    )
)
