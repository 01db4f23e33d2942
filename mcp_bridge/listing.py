"""tools/list: the release's tools as a client gets them, with the widgets they point at."""

from functools import lru_cache
from typing import Any

from catalog.tools.compile import CompiledTool
from catalog.tools.handler import DataTool
from mcp_bridge.snapshot import Snapshot
from mcp_bridge.widgets.meta import callable_meta, tool_meta
from mcp_bridge.widgets.shell import shell


@lru_cache(maxsize=8)
def listed_tools(snapshot: Snapshot) -> list[dict[str, Any]]:
    """The items of tools/list in their order; made once for each snapshot."""
    return [listed_tool(tool, snapshot) for tool in snapshot.tools.values()]


def listed_tool(tool: CompiledTool, snapshot: Snapshot) -> dict[str, Any]:
    """One item, camelCase as on the wire."""
    meta = _meta(tool, snapshot)
    return {**tool.item, "_meta": meta} if meta else dict(tool.item)


def _meta(tool: CompiledTool, snapshot: Snapshot) -> dict[str, Any]:
    words = {"invoking": tool.text.invoking_text, "invoked": tool.text.invoked_text}
    if tool.widget:
        return tool_meta(shell(tool.widget, snapshot).uri, **words)
    can_be_called = isinstance(tool.handler, DataTool) and tool.handler.callable_from_widget
    return callable_meta(**words) if can_be_called else {}
