"""The rehearsal as a whole: both conversations through the real endpoint and, for comparison, through the naive mix."""

from dataclasses import dataclass
from typing import Any, Literal

import httpx2
from mcp import Client, MCPError
from mcp.client import advertise
from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID
from mcp.server.lowlevel import Server
from mcp_types import Implementation

from catalog.errors import ShortlistError
from mcp_bridge.rehearsal.naive import naive_server
from mcp_bridge.rehearsal.playing import Played, play
from mcp_bridge.rehearsal.wishes import CONVERSATIONS

PATIENCE = 30.0  # seconds for one answer
AWAY = (httpx2.HTTPError, MCPError, OSError, TimeoutError)

type Era = Literal["auto", "legacy"]


@dataclass(frozen=True)
class Rehearsal:
    """`naive` is empty unless it was asked for."""

    played: tuple[Played, ...]
    naive: tuple[Played, ...] = ()

    @property
    def missing(self) -> list[str]:
        """Why conversations did not reach their end; the naive ones are not expected to."""
        return [f"{each.name}: {each.missing}" for each in self.played if each.missing]


async def rehearse(url: str, *, era: Era = "auto", with_naive: bool = False) -> Rehearsal:
    """Raises `endpoint_away` where nothing that speaks MCP answers at the address."""
    try:
        played = await _play_all(url, era)
    except* AWAY as errors:
        raise endpoint_away(url, errors) from None
    return Rehearsal(played, await _play_all(await naive_server(), "auto") if with_naive else ())


async def _play_all(server: str | Server[Any], era: Era) -> tuple[Played, ...]:
    client = Client(
        server,
        mode=era,
        extensions=[advertise(EXTENSION_ID, {"mimeTypes": [APP_MIME_TYPE]})],
        client_info=Implementation(name="rehearsal", version="1"),
        read_timeout_seconds=PATIENCE,
    )
    async with client as connected:
        return tuple([await play(connected, conversation) for conversation in CONVERSATIONS])


def endpoint_away(url: str, errors: BaseExceptionGroup[Exception]) -> ShortlistError:
    first = next(_leaves(errors), None)
    said = (str(first) or type(first).__name__).splitlines()[0].rstrip(".")
    return ShortlistError(
        "endpoint_away", f"Nothing speaks MCP at {url}: {said}.", "Start it with `make run`, or give another --url."
    )


def _leaves(errors: BaseExceptionGroup[Exception]) -> Any:
    for error in errors.exceptions:
        yield from _leaves(error) if isinstance(error, BaseExceptionGroup) else (error,)
