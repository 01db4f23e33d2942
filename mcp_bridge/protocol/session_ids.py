"""Signed session ids: what a 2025 client says once, in `initialize`, carried by the id itself.

The endpoint keeps no sessions. So the id that it hands out *is* the knowledge, signed: any worker reads it, and a restart
forgets nothing. An id that is forged, or older than a day, gets 404, and the client starts over (MCP 2025-11-25, transports).
"""

import secrets
from dataclasses import asdict, dataclass

from django.core import signing

LIFETIME = 24 * 60 * 60  # seconds
LONGEST_NAME = 64
SALT = "shortlist.mcp.session"


@dataclass(frozen=True)
class ClientSession:
    """Who a 2025 client is and what it can do; `release` is the one whose texts it was greeted with."""

    client: str
    version: str
    protocol: str
    shows_widgets: bool
    release: int
    nonce: str


def new_session(*, client: str, version: str, protocol: str, shows_widgets: bool, release: int) -> ClientSession:
    """Names are cut to 64 printable characters: they come from outside and end up in logs."""
    return ClientSession(
        client=printable(client),
        version=printable(version),
        protocol=protocol,
        shows_widgets=shows_widgets,
        release=release,
        nonce=secrets.token_urlsafe(12),
    )


def sign(session: ClientSession) -> str:
    """Visible ASCII, as the protocol asks of session ids; some 300 characters."""
    return signing.dumps(asdict(session), salt=SALT)


def read_session(session_id: str) -> ClientSession | None:
    """None for an id that we didn't sign or that is older than a day."""
    try:
        return ClientSession(**signing.loads(session_id, salt=SALT, max_age=LIFETIME))
    except (signing.BadSignature, TypeError):  # TypeError: signed by a version with other fields
        return None


def printable(name: str) -> str:
    return "".join(filter(str.isprintable, name))[:LONGEST_NAME]
