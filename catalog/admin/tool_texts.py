"""Each text of a draft beside what is live and what was shipped, with a way back. In the editor, buttons do the same."""

import json
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.views.decorators.http import require_http_methods

from catalog.errors import ShortlistError
from catalog.models import Tool
from catalog.tools.diff import Place
from catalog.tools.earlier import ROWS, Source, earlier_texts, reset_text
from catalog.tools.versions import draft_version


@require_http_methods(["GET", "HEAD", "POST"])
def texts(request: HttpRequest, tool_id: int) -> HttpResponse:
    """Shows the texts that differ, of those that one may change; by POST resets one of them in the saved draft."""
    tool = get_object_or_404(Tool, pk=tool_id)
    if not request.user.has_perm("catalog.change_tool"):
        raise PermissionDenied
    if request.method == "POST":
        return _reset(request, tool)
    differing = [item for item in earlier_texts(tool) if item.now != item.then and _may_reset(request, item.place)]
    context = {
        "title": f"Earlier texts of {tool}",
        "tool": tool,
        "texts": differing,
        "version": draft_version(tool),
    }
    return TemplateResponse(request, "admin/catalog/tool_texts.html", admin.site.each_context(request) | context)


def resets_of(tool: Tool, page: dict[str, Any]) -> list[dict[str, Any]]:
    """For the editor's script: the page's fields by their HTML id, with what each can go back to, as its box shows it."""
    fields = {Place("tool", "", name): field for name, field in _fields(page["adminform"].form)}
    for inline in page["inline_admin_formsets"]:
        part = "parameter" if inline.formset.prefix == "parameters" else "outcome"
        for form in inline.formset:
            fields |= {Place(part, str(form.instance), name): field for name, field in _fields(form)}
    return [
        {
            "field": fields[item.place].auto_id,
            "label": item.place.label,
            "source": item.source,
            "value": fields[item.place].field.prepare_value(item.value),
        }
        for item in earlier_texts(tool)
        if item.place in fields
    ]


def _may_reset(request: HttpRequest, place: Place) -> bool:
    """A row's texts are for those who may change the rows, as in the editor."""
    return place.part not in ROWS or request.user.has_perm(ROWS[place.part])


def _fields(form: Any) -> list[tuple[str, Any]]:
    return [(name, form[name]) for name in form.fields]


def _reset(request: HttpRequest, tool: Tool) -> HttpResponse:
    try:
        place = Place(*map(str, json.loads(request.POST["place"])))
        source = Source(request.POST["source"])
    except (KeyError, TypeError, ValueError):  # not one of the page's own buttons
        raise Http404 from None
    if not _may_reset(request, place):
        raise PermissionDenied
    try:
        reset_text(tool=tool, place=place, source=source, version=request.POST.get("version") or None)
    except ShortlistError as error:
        messages.error(request, str(error))
    else:
        page: Any = admin.site.get_model_admin(Tool)
        page.log_change(request, tool, f"Reset {place.label} to {source}.")
        messages.success(request, f"“{place.label}” is reset to {source}.")
    return redirect("admin:catalog_tool_texts", tool_id=tool.pk)
