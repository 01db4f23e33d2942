"""Every listener of every process hears of every publish, once."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.mcp_bridge.protocol.test_news import listening, publish
from tests.mcp_bridge.protocol.web import Web, client, initialize, serving

OF_EACH_ERA, PUBLISHES = 4, 20


async def legacy(web: Web, stack: AsyncExitStack) -> AsyncIterator[object]:
    session_id = await asyncio.to_thread(lambda: initialize(web).headers["mcp-session-id"])
    return await stack.enter_async_context(listening(web, session_id))


async def modern(web: Web, stack: AsyncExitStack) -> AsyncIterator[object]:
    session = await stack.enter_async_context(client(web, "auto"))
    return await stack.enter_async_context(session.listen(tools_list_changed=True))


@pytest.mark.promise("MCP-9")
async def test_twenty_publishes_make_160_notices_and_none_is_doubled(
    rows: None, mcp_database: str, tmp_path: Path
) -> None:
    heard: asyncio.Queue[int] = asyncio.Queue()

    async def hear(number: int, news: AsyncIterator[object]) -> None:
        async for _ in news:
            heard.put_nowait(number)

    with serving(mcp_database, tmp_path, WEB_WORKERS="2") as web:
        async with AsyncExitStack() as stack, asyncio.timeout(120):
            streams = [await era(web, stack) for era in (legacy, modern) for _ in range(OF_EACH_ERA)]
            async with asyncio.TaskGroup() as listeners:
                for number, stream in enumerate(streams):
                    listeners.create_task(hear(number, stream))
                for _ in range(PUBLISHES):
                    await asyncio.to_thread(publish)
                    assert sorted([await heard.get() for _ in streams]) == list(range(len(streams)))
                web.process.send_signal(signal.SIGTERM)  # ends the streams, and so the listeners
    assert heard.empty()
