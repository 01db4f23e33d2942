"""MCP over stdin and stdout, for a client that starts the server itself. The same server and the same spine as `/mcp`."""

import asyncio
from typing import Any

from mcp.server.context import CallNext, HandlerResult
from mcp.server.stdio import stdio_server
from mcp.server.subscriptions import ServerEvent, ToolsListChanged

from catalog.tools.labels import LIVE
from mcp_bridge.protocol.callers import Context
from mcp_bridge.protocol.runtime import Runtime, current_runtime


async def serve_stdio() -> None:
    """Serves the one client there is until it closes stdin. What anything here prints goes to stderr meanwhile."""
    async with stdio_server() as (incoming, outgoing):
        runtime = await current_runtime()
        news = LegacyNews(runtime)
        await runtime.server.run(incoming, outgoing, runtime.server.create_initialization_options())
        news.end()
        await runtime.close()


class LegacyNews:
    """Tells a 2025 client that the list changed, on its own stream; a 2026 client asks for that by `subscriptions/listen`."""

    def __init__(self, runtime: Runtime) -> None:
        self._session: Any = None
        self._telling: set[asyncio.Task[None]] = set()
        self.end = runtime.bus.of(LIVE).subscribe(self._hear)
        runtime.server.middleware.append(self._remember)

    async def _remember(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        if ctx.method == "notifications/initialized":
            self._session = ctx.session
        return await call_next(ctx)

    def _hear(self, event: ServerEvent) -> None:
        if self._session is not None and isinstance(event, ToolsListChanged):
            telling = asyncio.create_task(self._session.send_tool_list_changed())
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)
