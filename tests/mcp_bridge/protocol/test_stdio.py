"""The server as a child process of its client: one connection over stdin and stdout."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import ToolListChangedNotification

from config.env import BASE_DIR
from mcp_bridge.models import LoggedCall
from tests.mcp_bridge.protocol.test_news import publish
from tests.mcp_bridge.protocol.web import LEGACY, SHOWS_WIDGETS, database_url, modern, request

HELLO = {
    "protocolVersion": LEGACY,
    "capabilities": SHOWS_WIDGETS,
    "clientInfo": {"name": "a child's parent", "version": "1"},
}


@pytest.fixture
def stdio(mcp_database: str, tmp_path: Path) -> StdioServerParameters:
    variables = {"DATABASE_URL": database_url(mcp_database), "VAR_DIR": str(tmp_path), "PUBLIC_URL": ""}
    return StdioServerParameters(
        command=sys.executable, args=["manage.py", "mcp_stdio"], env=variables, cwd=str(BASE_DIR)
    )


def spoken(stdio: StdioServerParameters, *messages: Any, log: Path) -> list[Any]:
    """Says each message when the one before has been answered, closes stdin, and gives all that was on stdout."""
    with (
        log.open("w") as errors,
        subprocess.Popen(
            [stdio.command, *stdio.args],
            cwd=BASE_DIR,
            env=os.environ | (stdio.env or {}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as process,
    ):
        assert process.stdin
        assert process.stdout
        lines = []
        for message in messages:
            process.stdin.write(message if isinstance(message, str) else f"{json.dumps(message)}\n")
            process.stdin.flush()
            lines += [process.stdout.readline()] if isinstance(message, dict) else []
        rest, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    return [json.loads(line) for line in [*lines, *rest.splitlines()]]


@pytest.mark.promise("CONF-5", "MCP-8")
def test_nothing_but_messages_is_on_stdout_and_what_a_client_shows_is_known(
    stdio: StdioServerParameters, rows: None, job_ids: list[str], tmp_path: Path
) -> None:
    call = {"name": "render_jobs", "arguments": {"items": [{"id": job_ids[0]}]}}
    greeted, shown, refused = spoken(
        stdio,
        request("initialize", HELLO),
        request("tools/call", call),
        modern("tools/call")[0],
        log=tmp_path / "stderr",
    )
    assert greeted["result"]["protocolVersion"] == LEGACY
    assert shown["result"]["structuredContent"]["output"]["outcome"] == "shown"
    assert refused["error"]["code"] == -32600  # a connection keeps to the era that it began in
    assert "event=tool_call tool=render_jobs outcome=shown" in (tmp_path / "stderr").read_text()
    logged = LoggedCall.objects.filter(era="stdio", client="a child's parent")
    assert [call.outcome for call in logged] == ["shown"]  # written before the process ended


@pytest.mark.promise("CONF-5")
def test_lines_that_are_no_messages_end_nothing(stdio: StdioServerParameters, tmp_path: Path) -> None:
    answers = spoken(stdio, "{\n", "\n", "[]\n", "\x00\n", request("initialize", HELLO), log=tmp_path / "stderr")
    assert [answer["id"] for answer in answers] == [1]
    assert "Traceback" not in (tmp_path / "stderr").read_text()


@pytest.mark.promise("CONF-5")
async def test_a_2025_client_hears_of_a_publish(stdio: StdioServerParameters, rows: None) -> None:
    heard = asyncio.Event()

    async def hear(message: Any) -> None:
        if isinstance(message, ToolListChangedNotification):
            heard.set()

    async with Client(stdio_client(stdio), mode="legacy", message_handler=hear) as session:
        await session.list_tools()
        words = await asyncio.to_thread(publish)
        async with asyncio.timeout(20):
            while (await session.list_tools()).tools[0].description != words:
                await heard.wait()
                heard.clear()


@pytest.mark.promise("CONF-5")
async def test_a_2026_client_that_listens_hears_of_a_publish(stdio: StdioServerParameters, rows: None) -> None:
    async with Client(stdio_client(stdio)) as session, session.listen(tools_list_changed=True) as news:
        words = await asyncio.to_thread(publish)
        async with asyncio.timeout(20):
            async for _ in news:
                if (await session.list_tools()).tools[0].description == words:
                    break
