"""The page of one conversation, and the same as JSON: for staff who may see the log."""

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from mcp_bridge.models import Shortlist
from mcp_bridge.shortlists.export import exported
from mcp_bridge.shortlists.retention import CALLS_KEPT
from mcp_bridge.shortlists.timeline import Timeline, read_timeline

PERMISSIONS = ("mcp_bridge.view_shortlist", "mcp_bridge.view_loggedcall")


@require_safe
def show_timeline(request: HttpRequest, number: int) -> HttpResponse:
    """404 where nothing of the conversation is kept any more."""
    context = {
        **admin.site.each_context(request),
        "title": f"Shortlist {number}",
        "opts": Shortlist._meta,
        "timeline": _timeline(request, number),
        "shows_words": settings.LOG_FREE_TEXT,
        "days": CALLS_KEPT.days,
    }
    return TemplateResponse(request, "admin/mcp_bridge/timeline.html", context)


@require_safe
def export(request: HttpRequest, number: int) -> HttpResponse:
    whole = exported(_timeline(request, number), free_text=settings.LOG_FREE_TEXT)
    name = {"Content-Disposition": f'attachment; filename="shortlist-{number}.json"'}
    return HttpResponse(whole.model_dump_json(indent=2), content_type="application/json", headers=name)


def _timeline(request: HttpRequest, number: int) -> Timeline:
    if not request.user.has_perms(PERMISSIONS):
        raise PermissionDenied
    found = read_timeline(number)
    if found is None:
        raise Http404(f"Nothing is kept of shortlist {number}.")
    return found
