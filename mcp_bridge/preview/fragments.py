"""`POST /w/<handler>/`: the widget's own htmx request over plain HTTP, where the page is a preview and not a chat app."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_POST

from catalog.tools.compile import CompiledTool
from catalog.tools.handler import DataTool
from mcp_bridge.call import Caller, ToolCall, call_tool
from mcp_bridge.preview.access import preview_visitors
from mcp_bridge.preview.gallery import drawn, live_snapshot
from mcp_bridge.preview.states import sample_details, sample_update
from mcp_bridge.results import ToolResult

CALLER = Caller(era="http", client="preview", shows_widgets=True)


@require_POST
@preview_visitors
def fragment(request: HttpRequest, handler: str) -> HttpResponse:
    """The view of the call's result, as in a chat app; 422 where it is an error, 404 where no widget may call the tool."""
    result = _sample(handler, request.POST) or _called(handler, request.POST)
    return HttpResponse(drawn(handler, result), status=422 if result.is_error else 200)


def _sample(handler: str, form: QueryDict) -> ToolResult | None:
    match handler:
        case "get_job_details":
            return sample_details(_listed(form.getlist("ids")), live_snapshot())
        case "update_shortlist":
            return sample_update(_listed(form.getlist("changes")), live_snapshot())
        case _:
            return None


def _called(handler: str, form: QueryDict) -> ToolResult:
    live = live_snapshot()
    tool = live.find(handler) if live else None
    if tool is None or not isinstance(tool.handler, DataTool) or not tool.handler.callable_from_widget:
        raise Http404
    caller = replace(
        CALLER, leaves_trace=not tool.text.read_only_hint
    )  # a visitor who looks at a sample is no conversation
    return call_tool(ToolCall(tool.name, arguments_of(form, tool), caller))


def arguments_of(form: QueryDict, tool: CompiledTool) -> dict[str, Any]:
    """The form's values with the types that the tool's schema names; unknown fields go along, for the spine to refuse."""
    properties: Mapping[str, Any] = tool.input_schema["properties"]
    return {
        name: _typed(form.getlist(name), properties.get(name, {})) for name in form if name != "csrfmiddlewaretoken"
    }


def _typed(values: list[str], schema: Mapping[str, Any]) -> Any:
    match schema.get("type"):
        case "array":
            return _listed(values)
        case "integer" | "number" | "boolean" | "object":
            return _parsed(values[-1])
        case _:
            return values[-1]


def _listed(values: list[str]) -> list[Any]:
    """A list is sent as JSON, or as one field an item."""
    parsed = _parsed(values[0]) if len(values) == 1 else None
    return parsed if isinstance(parsed, list) else list(values)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:  # left as it is: the schema check says what is wrong with it
        return text
