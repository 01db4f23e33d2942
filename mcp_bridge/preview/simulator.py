"""The host simulator: one page that plays chat app over the real /mcp. The playing is in static/shortlist/simulator.js."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.csp import CSP
from django.views.decorators.http import require_safe

from mcp_bridge.preview.conversation import steps
from mcp_bridge.preview.gallery import example_arguments, live_snapshot, newest_ids
from mcp_bridge.preview.hosts import ABILITIES, HOSTS, WIDTHS
from mcp_bridge.preview.policy import with_changes
from mcp_bridge.snapshot import Snapshot
from mcp_bridge.widgets.registry import WIDGETS


@require_safe
@staff_member_required
def simulator(request: HttpRequest, widget: str) -> HttpResponse:
    """The page for one widget: opens with the tool that shows it. 404 for a widget that there is not."""
    if widget not in WIDGETS:
        raise Http404
    live = live_snapshot()
    context = {
        "widget": widget,
        "live": live,
        "problem": problem(request, live),
        "public_url": settings.PUBLIC_URL,
        "setup": setup(widget, live),
        "hosts": HOSTS,
        "widths": WIDTHS,
        "abilities": ABILITIES,
        "widgets": WIDGETS.values(),
    }
    frames = [CSP.SELF, settings.SANDBOX_ORIGIN] if settings.SANDBOX_ORIGIN else [CSP.SELF]
    return with_changes(render(request, "preview/simulator.html", context), frame_src=frames)


def problem(request: HttpRequest, live: Snapshot | None) -> str:
    """What keeps the simulator from working here, as a code that the template words; empty where nothing does."""
    if live is None:
        return "no_release"
    if not settings.SANDBOX_ORIGIN:
        return "no_sandbox"
    # The sandbox obeys pages of PUBLIC_URL only, so that 127.0.0.1 won't do where localhost is meant.
    return "" if request.get_host() == urlsplit(settings.PUBLIC_URL).netloc else "other_address"


def setup(widget: str, live: Snapshot | None) -> dict[str, Any]:
    """What the page's script starts from: the sandbox's origin, the tool to begin with, arguments that find something,
    the hosts to play and the conversation to replay."""
    tools = live.tools.values() if live else ()
    first = next((tool.name for tool in tools if tool.widget == widget), "")
    return {
        "sandbox": settings.SANDBOX_ORIGIN,
        "tool": first,
        "examples": examples(live),
        "hosts": [host.for_page() for host in HOSTS],
        "steps": steps(live),
    }


def examples(live: Snapshot | None) -> dict[str, dict[str, Any]]:
    """Arguments that find something, by tool name; tools of other handlers start with an empty form."""
    ids = newest_ids(3)
    by_handler: dict[str, dict[str, Any]] = {
        "search_jobs": {"query": "barista", "locations": ["Austin, TX"]},
        "get_job_details": {"ids": ids[:1]},
        "update_shortlist": {"changes": [{"id": public_id, "action": "save"} for public_id in ids[:1]]},
        **{widget: example_arguments(widget) for widget in WIDGETS},
    }
    tools = live.tools.values() if live else ()
    return {tool.name: by_handler[tool.handler.name] for tool in tools if tool.handler.name in by_handler}
