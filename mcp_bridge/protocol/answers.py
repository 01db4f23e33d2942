"""What the server answers to each method. Results are dicts in wire form: the SDK checks and stamps them."""

import asyncio
import logging
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.conf import settings
from mcp.server.context import CallNext, HandlerResult
from mcp_types import CallToolRequestParams, PaginatedRequestParams, ReadResourceRequestParams

from catalog.errors import ShortlistError
from catalog.tools.labels import LIVE
from mcp_bridge.call import ANSWER_WITHIN, Caller, ToolCall, call_tool
from mcp_bridge.clients.seen import seen_lists
from mcp_bridge.errors import UnknownToolError, took_too_long
from mcp_bridge.listing import listed_tools
from mcp_bridge.protocol.callers import Context, caller_of, is_modern, label_of
from mcp_bridge.protocol.greeting import greet
from mcp_bridge.protocol.reading import read_snapshot, read_snapshot_if_any
from mcp_bridge.protocol.refusals import protocol_error
from mcp_bridge.protocol.threads import DatabaseThreads
from mcp_bridge.results import ToolResult, error_result
from mcp_bridge.snapshot import Snapshot
from mcp_bridge.widgets.meta import resource_meta
from mcp_bridge.widgets.registry import WIDGETS
from mcp_bridge.widgets.shell import MIME_TYPE, URI_TEMPLATE, Shell, find_shell, shell

logger = logging.getLogger(__name__)

COMPLETE = {"resultType": "complete"}  # required since 2026-07-28; the SDK leaves it out for older clients


@dataclass(frozen=True)
class Answers:
    """One method each. What they raise as ShortlistError becomes a protocol error in plain words (`plain_words.py`)."""

    threads: DatabaseThreads

    async def list_tools(self, ctx: Context, params: PaginatedRequestParams) -> HandlerResult:
        require_first_page(ctx, params)
        snapshot = await self.listed(caller_of(ctx), label_of(ctx))
        return {**COMPLETE, **kept_by(ctx), "tools": listed_tools(snapshot) if snapshot else []}

    async def listed(self, caller: Caller, label: str) -> Snapshot | None:
        """The release whose tools are listed to a caller, which is counted; None where nothing has been published."""
        snapshot = await read_snapshot_if_any(self.threads, label)
        if snapshot and label == LIVE:
            seen_lists.saw(client=caller.client, era=caller.era, release=snapshot.release)
        return snapshot

    async def call_tool(self, ctx: Context, params: CallToolRequestParams) -> HandlerResult:
        call = ToolCall(params.name, params.arguments or {}, caller_of(ctx), label_of(ctx))
        result = await self.called(call)
        return {
            **COMPLETE,
            "content": [{"type": "text", "text": result.text}],
            "structuredContent": result.structured,
            "isError": result.is_error,
        }

    async def called(self, call: ToolCall) -> ToolResult:
        """The spine's answer, from a thread. Raises UnknownToolError."""
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                return await self.threads.run(partial(call_tool, call))
        except TimeoutError:
            return _unanswered(took_too_long(ANSWER_WITHIN))
        except UnknownToolError:
            raise
        except ShortlistError as error:  # no thread was free
            return _unanswered(error)

    async def list_resources(self, ctx: Context, params: PaginatedRequestParams) -> HandlerResult:
        require_first_page(ctx, params)
        snapshot = await self._snapshot(ctx)
        shells = [shell(slug, snapshot) for slug in WIDGETS] if snapshot else []
        client = caller_of(ctx).client
        return {**COMPLETE, **shell_kept_by(ctx), "resources": [_listed(item, client) for item in shells]}

    async def list_resource_templates(self, ctx: Context, params: PaginatedRequestParams) -> HandlerResult:
        require_first_page(ctx, params)
        template = {
            "uriTemplate": URI_TEMPLATE,
            "name": "widget",
            "title": "Widgets",
            "description": "A widget by its name and the hash that its tool points at; any older hash gives the current one.",
            "mimeType": MIME_TYPE,
        }
        return {**COMPLETE, "resourceTemplates": [template]}

    async def read_resource(self, ctx: Context, params: ReadResourceRequestParams) -> HandlerResult:
        snapshot: Snapshot = await read_snapshot(self.threads, label_of(ctx))
        found = find_shell(params.uri, snapshot)
        if found is None:
            raise protocol_error("unknown_resource", is_modern=is_modern(ctx), data={"uri": params.uri[:200]})
        meta = resource_meta(found, client=caller_of(ctx).client)
        contents = {"uri": params.uri, "mimeType": MIME_TYPE, "text": found.html, "_meta": meta}
        return {**COMPLETE, **shell_kept_by(ctx), "contents": [contents]}

    async def initialize(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        return await greet(ctx, call_next, await self._snapshot(ctx))

    async def instructions(self, ctx: Context) -> str | None:
        snapshot = await self._snapshot(ctx)
        return snapshot.instructions if snapshot else None

    async def _snapshot(self, ctx: Context) -> Snapshot | None:
        return await read_snapshot_if_any(self.threads, label_of(ctx))


def require_first_page(ctx: Context, params: PaginatedRequestParams) -> None:
    """Every list is one page, so no cursor was ever given out (MCP, Pagination: an invalid one is -32602)."""
    if params.cursor is not None:
        raise protocol_error("expired_cursor", is_modern=is_modern(ctx))


def kept_by(ctx: Context) -> dict[str, str]:
    """What `live` lists is for everybody; what another label lists is for those whose token opened it (SEP-2549)."""
    return {} if label_of(ctx) == LIVE else {"cacheScope": "private"}


def shell_kept_by(ctx: Context) -> dict[str, str]:
    """Where each chat app is told a domain of its own, nobody may keep an answer for another."""
    return {"cacheScope": "private"} if settings.WIDGET_DOMAINS else kept_by(ctx)


def _unanswered(error: ShortlistError) -> ToolResult:
    logger.warning("A tool call was not answered in time: %s", error.code)  # the spine logs those that it sees
    return error_result(error)


def _listed(item: Shell, client: str) -> dict[str, Any]:
    return {
        "uri": item.uri,
        "name": item.slug,
        "title": item.title,
        "description": item.description,
        "mimeType": MIME_TYPE,
        "_meta": resource_meta(item, client=client),
    }
