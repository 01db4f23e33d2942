"""Who calls a tool, as far as the protocol tells: in every request since 2026, in the signed session id before that.

Over stdio a connection is one client's, so the SDK remembers what a 2025 client said in `initialize`.

What a host says about its user and its conversation (`_meta["openai/subject"]`, `_meta["openai/session"]`) is a claim, not
a proof: it finds a conversation again where the model forgot its handle, and grants nothing. Only pseudonyms of it go on.
"""

import secrets
from collections.abc import Mapping
from typing import Any

from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID
from mcp.server.context import ServerRequestContext
from mcp_types import ClientCapabilities
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from catalog.tools.labels import LIVE
from mcp_bridge.call import Caller
from mcp_bridge.protocol.session_ids import ClientSession, printable
from mcp_bridge.shortlists.handles import pseudonym

Context = ServerRequestContext[Any, Any]

SESSION = "shortlist.session"  # in the ASGI scope: the ClientSession of a 2025 request
LABEL = "shortlist.label"  # in the ASGI scope: which label this request is served
ISSUED = "shortlist.issued_session_id"  # in the ASGI scope: the id that the answer to `initialize` carries
CONNECTION = secrets.token_hex(8)  # over stdio a process is one connection, in which request ids don't repeat
LONGEST_NAME = 256  # characters of what a host calls its user or its conversation


def caller_of(ctx: Context) -> Caller:
    if is_modern(ctx) or ctx.request is None:
        return _self_describing(ctx)
    return _legacy(ctx)


def label_of(ctx: Context) -> str:
    return str(ctx.request.scope.get(LABEL, LIVE)) if ctx.request else LIVE


def is_modern(ctx: Context) -> bool:
    return ctx.protocol_version in MODERN_PROTOCOL_VERSIONS


def can_show_widgets(capabilities: ClientCapabilities | None) -> bool:
    """Whether the client says that it shows MCP Apps, in the form that ours have."""
    extensions = (capabilities.extensions if capabilities else None) or {}
    mime_types = extensions.get(EXTENSION_ID, {}).get("mimeTypes")
    return isinstance(mime_types, list) and APP_MIME_TYPE in mime_types


def _self_describing(ctx: Context) -> Caller:
    params = ctx.session.client_params
    return described_caller(
        protocol=ctx.protocol_version,
        client=printable(params.client_info.name) if params else "",
        shows_widgets=can_show_widgets(ctx.session.client_capabilities),
        meta=ctx.meta or {},
        request_id=ctx.request_id,
        is_http=ctx.request is not None,
    )


def described_caller(
    *,
    protocol: str,
    client: str,
    shows_widgets: bool,
    meta: Mapping[str, Any],
    request_id: str | int | None,
    is_http: bool = True,
) -> Caller:
    """Of a request since 2026, which says everything itself."""
    hint = _conversation(meta)
    return Caller(
        era="modern" if is_http else "stdio",
        protocol=protocol,
        client=client,
        shows_widgets=shows_widgets,
        principal=_principal(meta),
        hint=hint,
        request=_request_key(request_id, hint if is_http else f"{hint} {CONNECTION}"),
    )


def _legacy(ctx: Context) -> Caller:
    session: ClientSession | None = ctx.request.scope.get(SESSION) if ctx.request else None
    connection = pseudonym("session", session.nonce) if session else ""
    meta: Mapping[str, Any] = ctx.meta or {}
    hint = _conversation(meta) or connection
    return Caller(
        era="legacy",
        protocol=session.protocol if session else ctx.protocol_version,
        client=session.client if session else "",
        shows_widgets=bool(session and session.shows_widgets),
        principal=_principal(meta),
        hint=hint,
        request=_request_key(ctx.request_id, connection or hint),
        release_read=(session.release or None) if session else None,
    )


def _principal(meta: Mapping[str, Any]) -> str:
    return pseudonym("openai", _told(meta, "openai/subject"))


def _conversation(meta: Mapping[str, Any]) -> str:
    return pseudonym("chat", _told(meta, "openai/session"))


def _told(meta: Mapping[str, Any], name: str) -> str:
    """A text of the request's `_meta`, cut; empty where it is absent or something else."""
    value = meta.get(name)
    return _encodable(value[:LONGEST_NAME]) if isinstance(value, str) else ""


def _request_key(request_id: str | int | None, within: str) -> str:
    """By which a request that the client sends again is known; empty where nothing makes its id its own.

    JSON-RPC ids count within one client and begin anew in the next, so that an id says something only together with the
    session, or with the host's own conversation, that it counts in."""
    if not within or request_id is None:
        return ""
    return pseudonym("request", _encodable(f"{within} {request_id!r}"[:LONGEST_NAME]))


def _encodable(text: str) -> str:
    """JSON can carry half a character; a hash can't."""
    return text.encode("utf-8", "replace").decode()
