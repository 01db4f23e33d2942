"""get_shortlist: everything that this conversation has found, shown and done, with the open job's whole text."""

from collections.abc import Iterable

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from catalog.listings.lookup import Lookup, look_up
from catalog.models import JobListing
from catalog.tools.handler import Call, DataTool, Handled, Outcome, Output, register
from mcp_bridge.shortlists.memory import Memory
from mcp_bridge.shortlists.sentences import told
from mcp_bridge.tools import present
from mcp_bridge.tools.conversation import ConversationParameters
from mcp_bridge.tools.shapes import THIRD_PARTY, JobDetails, JobRef, Shape

MOST_TOLD = 20  # jobs of each kind, the latest: the whole stays far below a result's 100 KB
MOST_VIEWS_TOLD = 4


class FoundSearch(Shape):
    """One of this conversation's searches."""

    query: str = ""
    places: list[str] = Field(default_factory=list)
    total: int = 0
    ids: list[str] = Field(default_factory=list, description="The first ids that it gave.")


class ShownRef(JobRef):
    reason: str = ""
    highlight: str = Field("", description=THIRD_PARTY)


class ShownView(Shape):
    """One widget that was shown."""

    title: str = ""
    jobs: list[ShownRef] = Field(default_factory=list)


class ShortlistOutput(Output):
    open_job: JobDetails | SkipJsonSchema[None] = Field(None, description="Which the user opened last, whole.")
    chosen: JobRef | SkipJsonSchema[None] = Field(None, description="Which the user goes on with.")
    saved: list[JobRef] = Field(default_factory=list)
    applied: list[JobRef] = Field(default_factory=list, description="Whose application page the user opened.")
    opened: list[JobRef] = Field(default_factory=list, description="The last one last.")
    shown: list[ShownView] = Field(default_factory=list, description="In widgets, the last one last.")
    found: list[FoundSearch] = Field(default_factory=list, description="Searches, the last one last.")
    actions: list[str] = Field(
        default_factory=list,
        description=f"The latest, in order. {THIRD_PARTY}",
    )


def get_shortlist(_arguments: ConversationParameters, call: Call) -> Handled[ShortlistOutput]:
    """One query for all the jobs that the memory names."""
    memory: Memory = call.memory
    jobs = _Jobs(memory)
    output = ShortlistOutput(
        outcome=_outcome(memory),
        open_job=jobs.details(memory.open_job),
        chosen=jobs.ref(memory.chosen) if memory.chosen else None,
        saved=jobs.refs(memory.saved[-MOST_TOLD:]),
        applied=jobs.refs(memory.applied[-MOST_TOLD:]),
        opened=jobs.refs(memory.opened[-MOST_TOLD:]),
        shown=[
            ShownView(
                title=view.title,
                jobs=[
                    ShownRef(**jobs.ref(item.id).model_dump(), reason=item.reason, highlight=item.highlight)
                    for item in view.items
                ],
            )
            for view in memory.views[-MOST_VIEWS_TOLD:]
        ],
        found=[FoundSearch(**search.model_dump()) for search in memory.searches],
        actions=told(memory.actions, most=MOST_TOLD),
    )
    return Handled(output, {"saved": len(memory.saved), "opened": len(memory.opened), "searches": len(memory.searches)})


class _Jobs:
    """The listings behind a memory's ids, read at once."""

    def __init__(self, memory: Memory) -> None:
        shown = [item.id for view in memory.views for item in view.items]
        ids = [*memory.opened, *memory.saved, *memory.applied, *shown, memory.open_job, memory.chosen]
        found: Lookup = look_up([job_id for job_id in ids if job_id])
        self._open = {listing.public_id: listing for listing in found.open}
        self._closed = {listing.public_id: listing for listing in found.closed}

    def ref(self, job_id: str) -> JobRef:
        listing: JobListing | None = self._open.get(job_id) or self._closed.get(job_id)
        if listing is None:
            return JobRef(id=job_id, closed="No longer on this board.")
        closed = present.gone(listing).reason if job_id in self._closed else ""
        return JobRef(id=job_id, title=listing.title, company=listing.company, url=listing.url, closed=closed)

    def refs(self, ids: Iterable[str]) -> list[JobRef]:
        return [self.ref(job_id) for job_id in ids]

    def details(self, job_id: str) -> JobDetails | None:
        listing = self._open.get(job_id)
        return present.details(listing) if listing else None


def _outcome(memory: Memory) -> str:
    if memory.open_job:
        return "job_open"
    return "shortlist_read" if memory.searches or memory.views or memory.actions else "shortlist_empty"


register(
    DataTool(
        name="get_shortlist",
        summary="Reads what this conversation has found, shown and done.",
        parameters=ConversationParameters,
        output=ShortlistOutput,
        outcomes=(
            Outcome("job_open", "The user has a job open.", numbers=("saved", "opened", "searches")),
            Outcome(
                "shortlist_read", "There is something, but no job is open.", numbers=("saved", "opened", "searches")
            ),
            Outcome("shortlist_empty", "Nothing has been found or done yet."),
        ),
        run=get_shortlist,
    )
)
