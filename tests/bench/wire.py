"""The least that an HTTP client can be, so that a bench measures the server: one connection, one JSON-RPC message at a time."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any
from urllib.parse import urlsplit

PROTOCOL = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": PROTOCOL,
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}

_ids = count(1)


class Wire:
    """An open connection to an MCP endpoint."""

    def __init__(self, url: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._url = urlsplit(url)
        self._reader, self._writer = reader, writer

    async def post(self, method: str, params: dict[str, Any]) -> bytes:
        """The answer's body. Raises ValueError for one that is no result."""
        message = {"jsonrpc": "2.0", "id": next(_ids), "method": method, "params": {**params, "_meta": META}}
        self._writer.write(self._head(method, str(params.get("name", "")), body := json.dumps(message).encode()) + body)
        head = await self._reader.readuntil(b"\r\n\r\n")
        body = await self._body(head.lower())
        if b'"result"' not in body:
            raise ValueError(body.decode(errors="replace")[:500])
        return body

    async def abandon(self, method: str, params: dict[str, Any]) -> None:
        """Sends a message, waits for the first line of its answer and breaks the connection off."""
        body = json.dumps({"jsonrpc": "2.0", "id": next(_ids), "method": method, "params": {**params, "_meta": META}})
        self._writer.write(self._head(method, "", body.encode()) + body.encode())
        await self._reader.readline()
        self._writer.transport.abort()

    def _head(self, method: str, name: str, body: bytes) -> bytes:
        lines = [
            f"POST {self._url.path} HTTP/1.1",
            f"host: {self._url.netloc}",
            "content-type: application/json",
            "accept: application/json, text/event-stream",
            f"mcp-protocol-version: {PROTOCOL}",
            f"mcp-method: {method}",
            *([f"mcp-name: {name}"] if name else []),
            f"content-length: {len(body)}",
        ]
        return "\r\n".join([*lines, "", ""]).encode()

    async def _body(self, head: bytes) -> bytes:
        if b"transfer-encoding: chunked" not in head:
            length = head.partition(b"content-length:")[2].partition(b"\r\n")[0]
            return await self._reader.readexactly(int(length))
        body = b""
        while size := int((await self._reader.readline()).strip() or b"0", 16):
            body += await self._reader.readexactly(size)
            await self._reader.readexactly(2)
        await self._reader.readexactly(2)
        return body


@asynccontextmanager
async def wire(url: str) -> AsyncIterator[Wire]:
    """Connects; closes at the end."""
    at = urlsplit(url)
    reader, writer = await asyncio.open_connection(at.hostname, at.port, limit=1 << 20)
    try:
        yield Wire(url, reader, writer)
    finally:
        writer.close()
