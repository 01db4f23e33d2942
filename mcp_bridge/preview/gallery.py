"""The gallery: a widget in every state, drawn on the server, each beside the very JSON that a model would get."""

import json
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.csp import CSP
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from catalog.errors import ShortlistError
from catalog.models import JobListing
from mcp_bridge.call import Caller, ToolCall, call_tool
from mcp_bridge.preview.access import preview_visitors
from mcp_bridge.preview.policy import with_changes
from mcp_bridge.preview.states import STATES, State, find_state
from mcp_bridge.results import ToolResult
from mcp_bridge.snapshot import Snapshot, snapshots
from mcp_bridge.widgets.render import render_view

THEMES = ("light", "dark")
WIDTHS = ("320", "500", "768")
WIDGET = "render_jobs"
BOARD = State("board", "This board's newest jobs", "The real tool, called through the same code as /mcp.")


@dataclass(frozen=True)
class Look:
    """How the visitor wants to see the widgets: a permalink's query."""

    theme: str
    width: str

    @classmethod
    def of(cls, request: HttpRequest) -> "Look":
        """What the query asks for; anything unknown counts as light and 500."""
        theme, width = request.GET.get("theme", ""), request.GET.get("width", "")
        return cls(theme if theme in THEMES else "light", width if width in WIDTHS else "500")


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
    live = live_snapshot()
    shown = [(BOARD, newest_jobs(live))] if live else []
    shown += [(state, state.result(live)) for state in STATES[WIDGET]]
    context = {
        "look": Look.of(request),
        "themes": THEMES,
        "widths": WIDTHS,
        "widget": WIDGET,
        "specimens": [Specimen(state, result) for state, result in shown],
    }
    return render(request, "preview/gallery.html", context)


@require_safe
@xframe_options_sameorigin
@preview_visitors
def frame(request: HttpRequest, widget: str, slug: str) -> HttpResponse:
    """The inside of one specimen: the widget alone on a page, as in a chat app's frame."""
    live = live_snapshot()
    state = BOARD if slug == BOARD.slug and live else find_state(widget, slug)
    if state is None:
        raise Http404
    result = newest_jobs(live) if state is BOARD else state.result(live)
    context = {"look": Look.of(request), "state": state, "body": drawn(widget, result)}
    return with_changes(render(request, "preview/frame.html", context), frame_ancestors=[CSP.SELF])


def drawn(view: str, result: ToolResult | None) -> SafeString:
    """The markup of the result's view, or of “loading” while there is none; templates escape every value."""
    markup = render_view(view, result.structured) if result else render_view("loading", {})
    return mark_safe(markup)  # noqa: S308 - a template's


SPECIMEN = Caller(era="http", client="gallery", shows_widgets=True, leaves_trace=False)


def live_snapshot() -> Snapshot | None:
    try:
        return snapshots.current()
    except ShortlistError:  # nothing is published yet: samples are worded without directions
        return None


def newest_jobs(live: Snapshot | None) -> ToolResult | None:
    """The five newest open jobs, rendered by the live tool; None without a release or without jobs."""
    ids = newest_ids(5)
    name = live.tools_by_handler.get(WIDGET) if live else None
    if not ids or not name:
        return None
    items = [{"id": public_id} for public_id in ids]
    return call_tool(ToolCall(name, {"items": items}, SPECIMEN))


def newest_ids(count: int) -> list[str]:
    """Public ids of the newest open listings."""
    newest = JobListing.objects.filter(status=JobListing.Status.ACTIVE, public_id__isnull=False).order_by(
        "-posted_at", "-id"
    )
    return [listing.public_id or "" for listing in newest[:count] if listing.is_open]
