"""The gallery: a widget in every state, drawn on the server, each beside the very JSON that a model would get."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.csp import CSP
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from catalog.errors import ShortlistError
from catalog.models import JobListing
from catalog.tools.drafts import draft_content
from catalog.tools.handler import find_handler
from catalog.tools.labels import LIVE
from catalog.unsaved_style import unseal
from mcp_bridge.call import Caller, ToolCall, call_tool
from mcp_bridge.candidate import DRAFT, candidate_snapshot, fitting
from mcp_bridge.preview.access import preview_visitors
from mcp_bridge.preview.policy import with_changes
from mcp_bridge.preview.states import STATES, State, find_state
from mcp_bridge.results import ToolResult
from mcp_bridge.snapshot import Board, Snapshot, board_of, snapshots
from mcp_bridge.widgets.registry import WIDGETS, ErrorContent, ShownProblem, view_template
from mcp_bridge.widgets.render import render_view
from mcp_bridge.widgets.unseen import Unseen, unseen_fields

THEMES = ("light", "dark")
WIDTHS = ("320", "430", "500", "768")
BOARD = State("board", "This board's newest jobs", "The real tool, called through the same code as /mcp.")


@dataclass(frozen=True)
class Look:
    """What the visitor wants to see, and how: a permalink's query."""

    widget: str
    theme: str
    width: str
    words: str  # whose: the live release's, or for staff also the drafts'
    unsaved: Board | None  # for staff: a style that nobody has saved yet

    @classmethod
    def of(cls, request: HttpRequest) -> "Look":
        """What the query asks for; anything unknown counts as the list, light, 500 pixels wide, live."""
        widget, theme, width = (request.GET.get(name, "") for name in ("widget", "theme", "width"))
        return cls(
            widget if widget in STATES else next(iter(STATES)),
            theme if theme in THEMES else "light",
            width if width in WIDTHS else "500",
            DRAFT if request.GET.get("words") == DRAFT and may_see_drafts(request) else LIVE,
            _unsaved_board(request),
        )


def _unsaved_board(request: HttpRequest) -> Board | None:
    if not (request.user.is_staff and request.user.has_perm("catalog.view_boardstyle")):
        return None
    style = unseal(request.GET.get("style", ""))
    return board_of(style) if style else None


@dataclass(frozen=True)
class Specimen:
    """A state on the page: its frame's address is made from the slug, `result` is what the model gets."""

    state: State
    result: ToolResult | None

    @property
    def text(self) -> str:
        return json.dumps(self.result.structured, ensure_ascii=False, indent=2) if self.result else ""

    @property
    def size(self) -> int:
        """Bytes of the compact form, as it goes over the wire."""
        return len(self.result.text.encode()) if self.result else 0


@require_safe
@ensure_csrf_cookie  # here, once: frames that load side by side would each set a cookie of their own
@preview_visitors
def gallery(request: HttpRequest) -> HttpResponse:
    look = Look.of(request)
    context = {
        "look": look,
        "style_is_over": "style" in request.GET and look.unsaved is None,
        "themes": THEMES,
        "widths": WIDTHS,
        "widgets": [WIDGETS[slug] for slug in STATES],
        "whose_words": (LIVE, DRAFT) if may_see_drafts(request) else (),
        "specimens": list(specimens(look.widget, worded_by(look))),
        "unseen": unseen_by_view(look.widget),
    }
    return render(request, "preview/gallery.html", context)


def specimens(widget: str, live: Snapshot | None) -> Iterator[Specimen]:
    """The board's own jobs, where a live tool shows them by this widget, then every state."""
    if live and _tool_for(widget, live):
        yield Specimen(BOARD, newest_jobs(widget, live))
    for state in STATES[widget]:
        yield Specimen(state, state.result(widget, live))


def unseen_by_view(widget: str) -> dict[str, list[Unseen]]:
    """For each view of a widget, what of its result the model alone gets."""
    handlers = [handler for view in WIDGETS[widget].views if (handler := find_handler(view))]
    return {item.name: unseen_fields(item.name, view_template(item.name), item.output) for item in handlers}


@require_safe
@xframe_options_sameorigin
@preview_visitors
def frame(request: HttpRequest, widget: str, slug: str) -> HttpResponse:
    """The inside of one specimen: the widget alone on a page, as in a chat app's frame."""
    look = Look.of(request)
    live = worded_by(look)
    is_board = slug == BOARD.slug and live is not None and _tool_for(widget, live) is not None
    state = BOARD if is_board else find_state(widget, slug)
    if state is None:
        raise Http404
    result = newest_jobs(widget, live) if is_board else state.result(widget, live)
    body = said(state.says) if state.says else drawn(widget, result, board=look.unsaved)
    context = {"look": look, "sheets": WIDGETS[widget].stylesheets, "state": state, "body": body}
    return with_changes(render(request, "preview/frame.html", context), frame_ancestors=[CSP.SELF])


def drawn(view: str, result: ToolResult | None, *, board: Board | None = None) -> SafeString:
    """The markup of the result's view, or of “loading” while there is none; templates escape every value."""
    markup = render_view(view, result.structured, board=board) if result else render_view("loading", {}, board=board)
    return mark_safe(markup)  # noqa: S308 - a template's


def said(problem: ShownProblem) -> SafeString:
    """The markup of what a widget says by itself."""
    return mark_safe(render_view("error", ErrorContent(error=problem).model_dump()))  # noqa: S308 - a template's


SPECIMEN = Caller(era="http", client="gallery", shows_widgets=True, leaves_trace=False)


def may_see_drafts(request: HttpRequest) -> bool:
    return request.user.is_staff and request.user.has_perm("catalog.view_tool")


def worded_by(look: Look) -> Snapshot | None:
    """The live release, or the drafts as if they were one; tools that don't fit the code are left out."""
    snapshot = candidate_snapshot(fitting(draft_content())) if look.words == DRAFT else live_snapshot()
    return replace(snapshot, board=look.unsaved) if snapshot and look.unsaved else snapshot


def live_snapshot() -> Snapshot | None:
    try:
        return snapshots.current()
    except ShortlistError:  # nothing is published yet: samples are worded without directions
        return None


def newest_jobs(widget: str, live: Snapshot | None) -> ToolResult | None:
    """The newest open jobs, rendered by the live tool; None without a release, without the tool or without jobs."""
    name = _tool_for(widget, live) if live else None
    arguments = example_arguments(widget)
    return call_tool(ToolCall(name, arguments, SPECIMEN, snapshot=live)) if name and arguments else None


def _tool_for(widget: str, live: Snapshot) -> str | None:
    """The first tool of the handler that the widget is named by."""
    return live.tools_by_handler.get(widget)


def example_arguments(handler: str) -> dict[str, Any]:
    """Arguments with which a render handler shows the newest jobs; none where there are too few."""
    items = [{"id": public_id, "reason": "One of the newest jobs."} for public_id in newest_ids(3)]
    match handler:
        case "render_jobs" if items:
            return {"items": items}
        case "render_featured_job" if items:
            return {"item": items[0]}
        case "render_comparison" if len(items) > 1:
            return {"items": items}
        case _:
            return {}


def newest_ids(count: int) -> list[str]:
    """Public ids of the newest open listings."""
    newest = JobListing.objects.filter(status=JobListing.Status.ACTIVE, public_id__isnull=False).order_by(
        "-posted_at", "-id"
    )
    return [listing.public_id or "" for listing in newest[:count] if listing.is_open]
