"""Try a tool of the drafts, or of any label, through the spine: the result, what it costs, and what the user would see."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.views.decorators import staff_member_required
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods

from catalog.errors import FieldProblem, ShortlistError
from catalog.models import ReleaseLabel, Tool
from catalog.tools.compile import CompiledTool, problems_of
from catalog.tools.content import CatalogueContent
from catalog.tools.drafts import draft_content
from catalog.tools.publish import frozen_content
from mcp_bridge.call import Caller, ToolCall, call_tool
from mcp_bridge.candidate import DRAFT, candidate_snapshot, fitting
from mcp_bridge.preview.access import require_staff
from mcp_bridge.preview.gallery import Look, drawn
from mcp_bridge.preview.simulator import examples
from mcp_bridge.results import ToolResult
from mcp_bridge.snapshot import Snapshot, snapshots
from mcp_bridge.widgets.registry import WIDGETS

CLIENT = "try it"


@dataclass(frozen=True)
class Trial:
    """A result and what it cost: milliseconds of the whole spine, and statements sent to the database."""

    result: ToolResult
    milliseconds: float
    statements: int

    @property
    def size(self) -> int:
        """Bytes on the wire."""
        return len(self.result.text.encode())

    @property
    def tokens(self) -> int:
        """Estimated: four bytes each."""
        return self.size // 4

    @property
    def text(self) -> str:
        return json.dumps(self.result.structured, ensure_ascii=False, indent=2)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_member_required
def try_it(request: HttpRequest, tool: str) -> HttpResponse:
    """The form of a tool of `?of=draft`, live or another label; by POST also the result. 404 for an unknown name."""
    require_staff(request, "catalog.view_tool")
    of = request.GET.get("of", DRAFT)
    if of not in _labels():
        raise Http404
    try:
        snapshot = _snapshot(of, tool)
    except ShortlistError as error:
        return _page(request, tool, of, problems=error.fields or (FieldProblem("", str(error)),))
    found = snapshot.tools.get(tool)
    if found is None:
        raise Http404
    return _tried(request, found, snapshot, of)


def try_tool(call: ToolCall) -> Trial:
    """Calls it and measures."""
    statements = 0

    def count(execute: Callable[..., Any], *details: Any) -> Any:
        nonlocal statements
        statements += 1
        return execute(*details)

    began = time.perf_counter()
    with connection.execute_wrapper(count):
        result = call_tool(call)
    return Trial(result, (time.perf_counter() - began) * 1000, statements)


def _snapshot(of: str, tool: str) -> Snapshot:
    """Raises `draft_invalid` for texts that don't fit the code."""
    return candidate_snapshot(_drafts(tool)) if of == DRAFT else snapshots.current(of)


def _drafts(name: str) -> CatalogueContent:
    """As they would be published; the one in question counts as switched on, the others only where they fit."""
    drafts = draft_content()
    tools = [tool.model_copy(update={"enabled": True}) if tool.name == name else tool for tool in drafts.tools]
    kept = fitting(drafts.model_copy(update={"tools": tools}))
    wrong = [tool for tool in tools if tool.name == name and tool not in kept.tools]
    if wrong:
        raise ShortlistError("draft_invalid", "The draft doesn't fit the code.", fields=tuple(problems_of(wrong[0])))
    return frozen_content(kept)


def _tried(request: HttpRequest, tool: CompiledTool, snapshot: Snapshot, of: str) -> HttpResponse:
    typed = request.POST.get("arguments")
    example = examples(snapshot).get(tool.name, {})
    shown: dict[str, Any] = {
        "compiled": tool,
        "snapshot": snapshot,
        "shows_widgets": typed is None or "widgets" in request.POST,
        "arguments": json.dumps(example, ensure_ascii=False, indent=2) if typed is None else typed,
    }
    if typed is None:
        return _page(request, tool.name, of, **shown)
    try:
        arguments = json.loads(typed)
    except (ValueError, RecursionError):
        return _page(request, tool.name, of, mistake="The arguments are not JSON.", **shown)
    if not isinstance(arguments, dict):
        return _page(request, tool.name, of, mistake="The arguments are an object: { … }.", **shown)
    caller = Caller(era="http", client=CLIENT, shows_widgets=shown["shows_widgets"])
    trial = try_tool(ToolCall(tool.name, arguments, caller, of, snapshot))
    return _page(request, tool.name, of, trial=trial, widget=_widget(request, tool, trial), **shown)


def _widget(request: HttpRequest, tool: CompiledTool, trial: Trial) -> str:
    """The page that a frame shows, where the client shows widgets and the tool has one."""
    if not tool.widget or trial.result.outcome == "to_be_written":
        return ""
    sheets, body = WIDGETS[tool.widget].stylesheets, drawn(tool.handler.name, trial.result)
    context = {"look": Look.of(request), "sheets": sheets, "state": tool.text, "body": body}
    return render_to_string("preview/frame.html", context, request)


def _page(request: HttpRequest, tool: str, of: str, **context: Any) -> HttpResponse:
    draft = Tool.objects.filter(name=tool).first()
    return render(
        request, "preview/try_it.html", {"tool": tool, "draft": draft, "of": of, "labels": _labels(), **context}
    )


def _labels() -> list[str]:
    return [DRAFT, *ReleaseLabel.objects.values_list("name", flat=True)]
