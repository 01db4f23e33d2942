"""What a client would read of a draft, while it is typed: the item of tools/list, its differences to live, advice, size."""

from dataclasses import dataclass, replace
from itertools import pairwise

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from catalog.admin.tool_draft import PostedDraft, posted_draft
from catalog.errors import FieldProblem, ShortlistError
from catalog.models import Tool
from catalog.tools.classes import ClassedChange, changes_of
from catalog.tools.compile import CompiledTool
from catalog.tools.content import CatalogueContent, ToolText
from catalog.tools.diff import Kind, Piece
from catalog.tools.drafts import draft_content
from catalog.tools.lint import Finding, estimated_tokens, lint
from catalog.tools.lint.rules.size import MUCH
from catalog.tools.schema_changes import Grade
from mcp_bridge.candidate import candidate_snapshot, fitting
from mcp_bridge.listing import listed_tool
from mcp_bridge.preview.access import HtmxRequest, require_staff
from mcp_bridge.preview.gallery import live_snapshot
from mcp_bridge.preview.marked_json import marked_json
from mcp_bridge.preview.who_has_what import holders
from mcp_bridge.snapshot import Snapshot

SHOWN_CLIENTS = 4


@dataclass(frozen=True)
class Size:
    """Estimated tokens, as live and as drafted. `budget` is for the whole surface."""

    tool_live: int
    tool: int
    surface_live: int
    surface: int
    budget: int


@dataclass(frozen=True)
class Reading:
    """The fragment's facts. With `problems` there is nothing that a client could read."""

    live: Snapshot | None
    problems: tuple[FieldProblem, ...] = ()
    is_stale: bool = False
    is_enabled: bool = True
    is_new: bool = False
    pieces: tuple[Piece, ...] = ()
    warnings: tuple[ClassedChange, ...] = ()
    findings: tuple[Finding, ...] = ()
    size: Size | None = None

    @property
    def differences(self) -> int:
        """How many places are marked: an old text and the new one after it count as one."""
        kinds = [piece.kind for piece in self.pieces]
        pairs = sum(one is Kind.OLD and other is Kind.NEW for one, other in pairwise(kinds))
        return sum(kind is not Kind.SAME for kind in kinds) - pairs


@require_POST
@vary_on_headers("HX-Request")
def wire(request: HtmxRequest, tool_id: int) -> HttpResponse:
    """For the form as posted. A whole page without htmx; 403 where the session may not edit drafts."""
    require_staff(request, "catalog.change_tool")
    tool = get_object_or_404(Tool, pk=tool_id)
    name = tool.name
    posted = posted_draft(request, tool)
    reading = read_draft(posted, saved_as=name)
    having = holders(reading.live.release if reading.live else 0, SHOWN_CLIENTS)
    template = "preview/wire.html#wire" if request.htmx else "preview/wire.html"
    return render(request, template, {"tool": posted.text, "reading": reading, "holders": having})


def read_draft(posted: PostedDraft, *, saved_as: str) -> Reading:
    """Compiles what was typed in its place among the other drafts."""
    live = live_snapshot()
    known = Reading(live, posted.problems, posted.is_stale, posted.text.enabled)
    if posted.problems:
        return known
    try:
        return _read(posted.text, saved_as, known)
    except ShortlistError as error:
        return replace(known, problems=error.fields)


def _read(text: ToolText, saved_as: str, known: Reading) -> Reading:
    drafts = _with(text, saved_as, draft_content())
    snapshot = candidate_snapshot(fitting(drafts))
    tool, before = snapshot.tools[text.name], known.live.tools.get(saved_as) if known.live else None
    return replace(
        known,
        is_new=before is None,
        pieces=tuple(_marked(before, known.live, tool, snapshot)),
        warnings=_warnings(before, text),
        findings=lint(drafts).of_tool(text.name),
        size=_size(known.live, snapshot, tool, before),
    )


def _marked(before: CompiledTool | None, live: Snapshot | None, tool: CompiledTool, drafted: Snapshot) -> list[Piece]:
    item = listed_tool(tool, drafted)
    return marked_json(listed_tool(before, live) if before and live else item, item)


def _with(text: ToolText, saved_as: str, drafts: CatalogueContent) -> CatalogueContent:
    """A draft that is switched off is shown as if it were on."""
    shown = text.model_copy(update={"enabled": True})
    others = [tool for tool in drafts.tools if tool.name != saved_as and tool.enabled]
    return drafts.model_copy(update={"tools": [*others, shown]})


def _warnings(before: CompiledTool | None, text: ToolText) -> tuple[ClassedChange, ...]:
    """What of this tool's changes connected clients would feel."""
    if before is None:
        return ()
    found = changes_of(CatalogueContent(tools=[before.text]), CatalogueContent(tools=[text]))
    return tuple(change for change in found if change.grade is not Grade.SAFE)


def _size(live: Snapshot | None, drafted: Snapshot, tool: CompiledTool, before: CompiledTool | None) -> Size:
    return Size(
        tool_live=estimated_tokens(before) if before else 0,
        tool=estimated_tokens(tool),
        surface_live=_surface(live) if live else 0,
        surface=_surface(drafted),
        budget=MUCH,
    )


def _surface(snapshot: Snapshot) -> int:
    return sum(map(estimated_tokens, snapshot.tools.values()))
