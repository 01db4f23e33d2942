"""What a client had sent when the server was told to stop is answered; connections that are silent are closed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

from config import draining
from config.draining import DrainingProtocol
from tests.blackbox.product import free_port

REQUEST = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"

type Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def application(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"hi"})


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[uvicorn.Server, Connection]]:
    """A server in this loop and a connection to it over which one request was answered."""
    port = free_port()
    config = uvicorn.Config(application, port=port, http=DrainingProtocol, lifespan="off", log_config=None)
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        assert b"connection: close" not in await asked(reader, writer)
        yield server, (reader, writer)
    finally:
        writer.close()
        await server.shutdown()


async def asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    writer.write(REQUEST)
    head = await reader.readuntil(b"\r\n\r\n")
    assert await reader.readexactly(2) == b"hi"
    return head.lower()


def stop(server: uvicorn.Server) -> None:
    for connection in list(server.server_state.connections):
        connection.shutdown()


@pytest.mark.promise("MCP-10")
async def test_a_request_that_comes_as_the_server_stops_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draining, "GRACE", 30)
    async with connected() as (server, (reader, writer)):
        stop(server)
        assert b"connection: close" in await asked(reader, writer)
        assert await reader.read() == b""  # closed after it


@pytest.mark.promise("MCP-10")
async def test_a_silent_connection_is_closed_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draining, "GRACE", 0.01)
    async with connected() as (server, (reader, _)):
        stop(server)
        async with asyncio.timeout(2):  # uvicorn's own timer would close it after five seconds
            assert await reader.read() == b""
