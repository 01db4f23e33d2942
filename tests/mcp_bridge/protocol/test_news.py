"""A word changed in one process is served, and told, by another within a second."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

import httpx2
import pytest
from django.db import connection
from mcp.server.subscriptions import ToolsListChanged

from catalog.models import ServerText, Tool
from catalog.tools.publish import publish_drafts
from tests.mcp_bridge.protocol.web import Web, client, initialize

WITHIN = 10.0  # seconds; benches measure; here it only ends a test that would wait for ever
_numbers = count(1)


def publish() -> str:
    """Changes a description and the instructions as the admin does; returns the new words."""
    words = f"Finds open jobs, wording {next(_numbers)}."
    try:
        Tool.objects.filter(name="search_jobs").update(description=words)
        ServerText.objects.update(instructions=words)
        publish_drafts(author=None)
    finally:
        connection.close()  # this thread's own
    return words


async def served_description(web: Web, mode: str) -> str:
    async with client(web, mode) as session:
        return str((await session.list_tools()).tools[0].description)


async def until_served(web: Web, mode: str, words: str) -> None:
    while await served_description(web, mode) != words:
        pass  # asks again at once; the test has a deadline


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.promise("MCP-9", "MCP-2")
async def test_two_processes_serve_a_publish_within_a_second(rows: None, web: Web, other_web: Web, mode: str) -> None:
    for process in (web, other_web):
        await served_description(process, mode)
    words = await asyncio.to_thread(publish)
    async with asyncio.timeout(WITHIN):
        await asyncio.gather(until_served(web, mode, words), until_served(other_web, mode, words))
    async with client(other_web, mode) as session:
        assert session.instructions == words


@pytest.mark.promise("MCP-9")
async def test_a_2026_client_that_listens_hears_of_a_publish(rows: None, web: Web, other_web: Web) -> None:
    async with (
        client(web, "auto") as session,
        client(other_web, "auto") as other,
        session.listen(tools_list_changed=True) as news,
        other.listen(tools_list_changed=True) as other_news,
    ):
        words = await asyncio.to_thread(publish)
        async with asyncio.timeout(WITHIN):
            assert [await anext(news), await anext(other_news)] == [ToolsListChanged(), ToolsListChanged()]
        assert (await session.list_tools()).tools[0].description == words


@pytest.mark.promise("MCP-9")
async def test_a_2025_client_that_listens_hears_of_a_publish(rows: None, web: Web) -> None:
    session_id = initialize(web).headers["mcp-session-id"]
    async with listening(web, session_id) as frames:
        await asyncio.to_thread(publish)
        async with asyncio.timeout(WITHIN):
            frame = await anext(frames)
    assert json.loads(frame) == {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}


@asynccontextmanager
async def listening(web: Web, session_id: str) -> AsyncIterator[AsyncIterator[str]]:
    """The data of the events on a 2025 client's stream, from the moment it is open."""
    headers = {"accept": "text/event-stream", "mcp-session-id": session_id}
    async with httpx2.AsyncClient() as http, http.stream("GET", web.mcp, headers=headers) as response:
        assert response.headers["content-type"] == "text/event-stream"
        lines = response.aiter_lines()
        assert await anext(lines) == ": open"
        yield (line.removeprefix("data: ") async for line in lines if line.startswith("data: "))
