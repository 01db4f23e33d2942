"""Who may ask: the host name asked for, the page that asks, and the address that counts against limits."""

import re
from collections.abc import Mapping

from django.conf import settings
from django.http.request import split_domain_port, validate_host
from starlette.types import Scope

from catalog.addresses import counted_address
from mcp_bridge.protocol.faults import METHODS
from mcp_bridge.protocol.refusals import refused

LOCAL_ORIGIN = re.compile(r"http://(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?")
READABLE = "mcp-session-id, mcp-protocol-version, retry-after"
SENDABLE = (
    "accept, authorization, content-type, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id"
)
DAY = "86400"  # seconds that a browser may remember a preflight


def check_host(headers: Mapping[str, str]) -> None:
    """Refuses names that are not ours (DNS rebinding); the port doesn't matter, as in Django."""
    domain, _port = split_domain_port(headers.get("host", ""))
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        raise refused("unknown_host")


def check_origin(headers: Mapping[str, str]) -> str:
    """Returns the calling page's origin, empty where no browser page calls; refuses pages that are not ours.

    MCP, transports, Streamable HTTP: servers MUST validate Origin and answer 403."""
    origin = headers.get("origin", "")
    if origin and not _is_ours(origin):
        raise refused("foreign_origin")
    return origin


def cors_headers(origin: str) -> list[tuple[bytes, bytes]]:
    """What lets an allowed page read the answer; nothing where no page calls."""
    if not origin:
        return []
    return [
        (b"access-control-allow-origin", origin.encode("latin-1")),
        (b"access-control-expose-headers", READABLE.encode()),
        (b"vary", b"Origin"),
    ]


def preflight_headers() -> list[tuple[bytes, bytes]]:
    return [
        (b"allow", METHODS.encode()),
        (b"access-control-allow-methods", METHODS.encode()),
        (b"access-control-allow-headers", SENDABLE.encode()),
        (b"access-control-max-age", DAY.encode()),
    ]


def client_address(scope: Scope, headers: Mapping[str, str]) -> str:
    """The address that per-client limits count; empty where it is unknown: then only the total is limited."""
    peer = str((scope.get("client") or ("",))[0])
    return counted_address(peer, headers.get("x-forwarded-for", ""))


def _is_ours(origin: str) -> bool:
    if origin in {settings.PUBLIC_URL, settings.SANDBOX_ORIGIN}:
        return True
    return not settings.IS_PUBLIC and LOCAL_ORIGIN.fullmatch(origin) is not None
