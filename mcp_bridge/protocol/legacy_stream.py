"""The event stream that a 2025 client opens by GET: it carries `tools/list_changed`, needs no session and stores nothing.

The SDK in stateless mode would answer 200 and never write a byte (python-sdk #2474)."""

import asyncio
from contextlib import suppress

from mcp.server.subscriptions import ServerEvent, ToolsListChanged
from starlette.types import Receive, Send

from mcp_bridge.protocol.bus import LabelBus
from mcp_bridge.protocol.streams import OpenStreams, StreamClient

PING_EVERY = 15.0  # seconds: proxies cut streams that are silent for longer
HELLO = b": open\r\n\r\n"
PING = b": ping\r\n\r\n"
CHANGED = b'event: message\r\ndata: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\r\n\r\n'
HEADERS = [(b"content-type", b"text/event-stream"), (b"x-accel-buffering", b"no")]


class LegacyStream:
    """One open stream. News are merged: however often the list changed, reading it once is enough."""

    def __init__(self) -> None:
        self._woken = asyncio.Event()
        self._changed = False
        self.ended = False

    def hear(self, event: ServerEvent) -> None:
        if isinstance(event, ToolsListChanged):
            self._changed = True
            self._woken.set()

    def end(self) -> None:
        self.ended = True
        self._woken.set()

    async def next_frame(self) -> bytes:
        """Waits for news, the end (an empty frame) or the time for a ping."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PING_EVERY):
                await self._woken.wait()
        self._woken.clear()
        changed, self._changed = self._changed, False
        if self.ended:
            return b""
        return CHANGED if changed else PING


async def serve_stream(bus: LabelBus, streams: OpenStreams, client: StreamClient, receive: Receive, send: Send) -> None:
    """Streams until the client goes or the process stops. Refuses over the caps, before the first byte."""
    stream = LegacyStream()
    with streams.admitted(client, stream.end):
        unsubscribe = bus.subscribe(stream.hear)
        gone = asyncio.create_task(_end_with_client(stream, receive))
        try:
            await _write(stream, send)
        finally:
            unsubscribe()
            gone.cancel()


async def _write(stream: LegacyStream, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    frame = HELLO
    while frame:
        await send({"type": "http.response.body", "body": frame, "more_body": True})
        frame = await stream.next_frame()
    await send({"type": "http.response.body", "body": b""})


async def _end_with_client(stream: LegacyStream, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()
