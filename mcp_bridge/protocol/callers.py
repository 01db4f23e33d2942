"""Who calls a tool, as far as the protocol tells: in every request since 2026, in the signed session id before that."""

from typing import Any

from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID
from mcp.server.context import ServerRequestContext
from mcp_types import ClientCapabilities
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from mcp_bridge.call import Caller
from mcp_bridge.protocol.session_ids import ClientSession, printable

Context = ServerRequestContext[Any, Any]

SESSION = "shortlist.session"  # in the ASGI scope: the ClientSession of a 2025 request
ISSUED = "shortlist.issued_session_id"  # in the ASGI scope: the id that the answer to `initialize` carries


def caller_of(ctx: Context) -> Caller:
    return _modern(ctx) if is_modern(ctx) else _legacy(ctx)


def is_modern(ctx: Context) -> bool:
    return ctx.protocol_version in MODERN_PROTOCOL_VERSIONS


def can_show_widgets(capabilities: ClientCapabilities | None) -> bool:
    """Whether the client says that it shows MCP Apps, in the form that ours have."""
    extensions = (capabilities.extensions if capabilities else None) or {}
    mime_types = extensions.get(EXTENSION_ID, {}).get("mimeTypes")
    return isinstance(mime_types, list) and APP_MIME_TYPE in mime_types


def _modern(ctx: Context) -> Caller:
    params = ctx.session.client_params
    return Caller(
        era="modern",
        protocol=ctx.protocol_version,
        client=printable(params.client_info.name) if params else "",
        shows_widgets=can_show_widgets(ctx.session.client_capabilities),
    )


def _legacy(ctx: Context) -> Caller:
    session: ClientSession | None = ctx.request.scope.get(SESSION) if ctx.request else None
    if session is None:
        return Caller(era="legacy", protocol=ctx.protocol_version)
    return Caller("legacy", session.protocol, session.client, session.shows_widgets)
