"""The mix that this product refuses, as a fixture: a search that carries the widget, and no tool to show picks.

The handlers are the real ones. It exists to show what hosts do with such a catalogue; nothing serves it.
"""

from collections.abc import Sequence
from typing import Any

from asgiref.sync import sync_to_async
from django.db import OperationalError
from mcp.server.lowlevel import Server
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, TextContent, Tool

from catalog.tools.handler import RenderTool
from mcp_bridge.call import Caller, ToolCall, call_tool
from mcp_bridge.errors import database_away
from mcp_bridge.listing import listed_tools
from mcp_bridge.rehearsal.toolbox import Role
from mcp_bridge.snapshot import Snapshot, snapshots
from mcp_bridge.widgets.meta import tool_meta
from mcp_bridge.widgets.shell import shell

CALLER = Caller(era="modern", client="rehearsal", shows_widgets=True)


async def naive_server() -> Server[Any]:
    """In this process, over the live release. Raises `no_release` where nothing is published."""
    return in_process(naive_tools(await sync_to_async(current_snapshot)()))


def current_snapshot() -> Snapshot:
    """Raises `no_release`, or `temporarily_unavailable` where the database is away."""
    try:
        return snapshots.current()
    except OperationalError:
        raise database_away() from None


def in_process(tools: Sequence[dict[str, Any]]) -> Server[Any]:
    """A server without an endpoint: it lists these tools (in wire form) and calls them by the spine."""
    listed = ListToolsResult(tools=[Tool.model_validate(item) for item in tools])

    async def list_tools(_ctx: Any, _params: Any) -> ListToolsResult:
        return listed

    return Server("in-process", on_list_tools=list_tools, on_call_tool=_call)


async def _call(_ctx: Any, params: CallToolRequestParams) -> CallToolResult:
    call = ToolCall(params.name, params.arguments or {}, CALLER)
    result = await sync_to_async(call_tool)(call)
    return CallToolResult(
        content=[TextContent(text=result.text)], structured_content=result.structured, is_error=result.is_error
    )


def naive_tools(snapshot: Snapshot) -> list[dict[str, Any]]:
    """The release's data tools; those that search point at the widget of the first render tool."""
    renders = [tool for tool in snapshot.tools.values() if isinstance(tool.handler, RenderTool)]
    kept = [item for item in listed_tools(snapshot) if item["name"] not in {tool.name for tool in renders}]
    meta = tool_meta(shell(renders[0].widget, snapshot).uri) if renders else {}
    return [_mixed(item, meta) for item in kept]


def _mixed(item: dict[str, Any], meta: dict[str, Any]) -> dict[str, Any]:
    return {**item, "_meta": meta} if Role.SEARCH in item["inputSchema"]["properties"] else item
