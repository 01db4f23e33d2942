"""What a client learns first: `server/discover` since 2026, `initialize` before. Both speak for the release in force."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID
from mcp.server.context import CallNext, HandlerResult
from mcp_types import InitializeRequestParams

from mcp_bridge.protocol.callers import ISSUED, Context, can_show_widgets
from mcp_bridge.protocol.session_ids import new_session, sign
from mcp_bridge.snapshot import Snapshot, snapshots

NAME = "shortlist"
EXTENSIONS: dict[str, dict[str, Any]] = {EXTENSION_ID: {"mimeTypes": [APP_MIME_TYPE]}}
PROJECT = Path(__file__).parents[2] / "pyproject.toml"


@cache
def version() -> str:
    """The project's, as pyproject.toml says."""
    return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])


def server_info() -> dict[str, Any]:
    """Who answers: under the board's name as it was last read."""
    known = snapshots.latest()
    title = known.board.name if known else "Shortlist"
    return {"name": NAME, "title": title, "version": version(), "websiteUrl": settings.PUBLIC_URL}


def introduction() -> dict[str, Any]:
    """The same with what a client shows of us once; it would make every answer longer."""
    icon = {
        "src": f"{settings.PUBLIC_URL}{static('shortlist/icon.svg')}",
        "mimeType": "image/svg+xml",
        "sizes": ["any"],
    }
    return {**server_info(), "icons": [icon]}


async def greet(ctx: Context, call_next: CallNext, snapshot: Snapshot | None) -> HandlerResult:
    """Completes the SDK's answer to `initialize`, and hands out the signed session id through the ASGI scope.

    The SDK's own leaves out extensions (spec PR 3364) and has room only for instructions that never change."""
    result = await call_next(ctx)
    assert isinstance(result, dict), "the SDK hands middleware the result as it goes on the wire"  # noqa: S101
    if ctx.request is not None:
        ctx.request.scope[ISSUED] = _session_id(ctx, str(result["protocolVersion"]), snapshot)
    return {
        **result,
        "capabilities": {**result["capabilities"], "extensions": EXTENSIONS},
        "serverInfo": introduction(),
        **({"instructions": snapshot.instructions} if snapshot else {}),
    }


def _session_id(ctx: Context, protocol: str, snapshot: Snapshot | None) -> str:
    params = InitializeRequestParams.model_validate(ctx.params, by_name=False)
    session = new_session(
        client=params.client_info.name,
        version=params.client_info.version,
        protocol=protocol,
        shows_widgets=can_show_widgets(params.capabilities),
        release=snapshot.release if snapshot else 0,
    )
    return sign(session)
