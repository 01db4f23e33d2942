"""What a client would read of a draft, while it is typed: the item of tools/list, its differences to live, advice, size."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST

from catalog.admin.tool_draft import PostedDraft, posted_draft
from catalog.errors import FieldProblem, ShortlistError
from catalog.models import Tool
from catalog.tools.classes import ClassedChange, changes_of
from catalog.tools.content import CatalogueContent, ToolText
from catalog.tools.diff import Kind, Piece
from catalog.tools.drafts import draft_content
from catalog.tools.schema_changes import Grade
from mcp_bridge.candidate import candidate_snapshot, fitting
from mcp_bridge.listing import listed_tool
from mcp_bridge.preview.access import require_staff
from mcp_bridge.preview.gallery import live_snapshot
from mcp_bridge.preview.marked_json import marked_json, plain_json
from mcp_bridge.preview.who_has_what import holders
from mcp_bridge.snapshot import Snapshot

SHOWN_CLIENTS = 4

type Item = Mapping[str, Any]


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
    size: Size | None = None

    @property
    def differences(self) -> int:
        """How many places are marked: an old text and the new one after it count as one."""
        kinds = [piece.kind for piece in self.pieces]
        pairs = sum(one is Kind.OLD and other is Kind.NEW for one, other in pairwise(kinds))
        return sum(kind is not Kind.SAME for kind in kinds) - pairs


@require_POST
def wire(request: HttpRequest, tool_id: int) -> HttpResponse:
    """For the form as posted. A whole page without htmx; 403 where the session may not edit drafts."""
    require_staff(request, "catalog.change_tool")
    tool = get_object_or_404(Tool, pk=tool_id)
    name = tool.name
    posted = posted_draft(request, tool)
    reading = read_draft(posted, saved_as=name)
    having = holders(reading.live.release if reading.live else 0, SHOWN_CLIENTS)
    template = "preview/wire.html#wire" if request.headers.get("HX-Request") else "preview/wire.html"
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
        return Reading(live, error.fields, posted.is_stale, posted.text.enabled)


def _read(text: ToolText, saved_as: str, known: Reading) -> Reading:
    drafts = fitting(_with(text, saved_as, draft_content()))
    snapshot = candidate_snapshot(drafts)
    item = listed_tool(snapshot.tools[text.name], snapshot)
    before = _live_item(known.live, saved_as)
    return Reading(
        known.live,
        is_stale=known.is_stale,
        is_enabled=text.enabled,
        is_new=before is None,
        pieces=tuple(marked_json(before, item)) if before else (Piece(Kind.SAME, plain_json(item)),),
        warnings=_warnings(known.live, saved_as, text),
        size=_size(known.live, snapshot, before, item),
    )


def _with(text: ToolText, saved_as: str, drafts: CatalogueContent) -> CatalogueContent:
    """A draft that is switched off is shown as if it were on."""
    shown = text.model_copy(update={"enabled": True})
    others = [tool for tool in drafts.tools if tool.name != saved_as and tool.enabled]
    return drafts.model_copy(update={"tools": [*others, shown]})


def _live_item(live: Snapshot | None, name: str) -> Item | None:
    tool = live.tools.get(name) if live else None
    return listed_tool(tool, live) if tool and live else None


def _warnings(live: Snapshot | None, saved_as: str, text: ToolText) -> tuple[ClassedChange, ...]:
    """What of this tool's changes connected clients would feel."""
    tool = live.tools.get(saved_as) if live else None
    if tool is None:
        return ()
    found = changes_of(CatalogueContent(tools=[tool.text]), CatalogueContent(tools=[text]))
    return tuple(change for change in found if change.grade is not Grade.SAFE)


def _size(live: Snapshot | None, drafted: Snapshot, before: Item | None, item: Item) -> Size:
    return Size(
        tool_live=_tokens(before) if before else 0,
        tool=_tokens(item),
        surface_live=_surface(live) if live else 0,
        surface=_surface(drafted),
        budget=6_000,
    )


def _surface(snapshot: Snapshot) -> int:
    return sum(_tokens(listed_tool(tool, snapshot)) for tool in snapshot.tools.values())


def _tokens(item: Item) -> int:
    read = {name: value for name, value in item.items() if name != "_meta"}
    return len(json.dumps(read, ensure_ascii=False, separators=(",", ":")).encode()) // 4
