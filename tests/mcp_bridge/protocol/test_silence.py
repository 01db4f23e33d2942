"""A database that swallows what it is sent: nobody refuses, and nobody answers."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import psycopg
import pytest
from django.db import OperationalError, connection

from mcp_bridge.protocol import bus
from mcp_bridge.protocol.threads import STATEMENT_TIMEOUT, DatabaseThreads
from mcp_bridge.silence import Turns
from tests.mcp_bridge.protocol.gate import Gate
from tests.mcp_bridge.protocol.test_news import publish
from tests.mcp_bridge.protocol.web import Web, modern, post, request, serving, shipped_names
from tests.waiting import wait_until

SEARCH = {"name": "search_jobs", "arguments": {"query": "barista"}}


@pytest.fixture
def gate(rows: None) -> Iterator[Gate]:
    with Gate() as gate:
        yield gate


def listed(web: Web) -> list[str]:
    message, headers = modern("tools/list")
    return [tool["name"] for tool in post(web, message, **headers).json()["result"]["tools"]]


def search(web: Web) -> dict[str, object]:
    result: dict[str, object] = post(web, request("tools/call", SEARCH)).json()["result"]
    return result


def first_text(web: Web) -> str:
    message, headers = modern("tools/list")
    return str(post(web, message, **headers).json()["result"]["tools"][0]["description"])


@pytest.mark.promise("MCP-11")
def test_while_the_database_is_silent_lists_come_from_memory_and_calls_end(
    gate: Gate, mcp_database: str, tmp_path: Path
) -> None:
    with serving(mcp_database, tmp_path, DATABASE_URL=gate.url(mcp_database)) as web, ThreadPoolExecutor(12) as pool:
        assert search(web)["isError"] is False
        with gate.silent():
            call = pool.submit(search, web)
            assert list(pool.map(listed, [web] * 10)) == [shipped_names()] * 10  # while nobody could have answered them
            assert httpx2.get(f"{web.url}/readyz", timeout=30).status_code == 503
            assert call.result(timeout=30)["isError"] is True
        wait_until(lambda: search(web)["isError"] is False)
        words = publish()
        wait_until(lambda: first_text(web) == words)


async def test_a_connection_that_no_longer_answers_is_given_up(
    gate: Gate, mcp_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus, "PATIENCE", 0.1)
    listening = await psycopg.AsyncConnection.connect(gate.url(mcp_database), autocommit=True)
    await bus._answered(listening, "SELECT 1")
    with gate.silent(), pytest.raises(TimeoutError):
        async with asyncio.timeout(20):
            await bus._answered(listening, "SELECT 1")
    assert listening.closed


def test_many_who_meet_a_silent_database_wait_for_one_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mcp_bridge.silence.SLOW", 0.0)
    turns = Turns()

    def ask(_: int) -> str:
        with pytest.raises(OperationalError) as caught, turns.taken():
            raise OperationalError("no answer")
        return str(caught.value)

    with ThreadPoolExecutor(8) as pool:
        heard = sorted(pool.map(ask, range(8)))
    assert heard == ["no answer", *["the database was silent a moment ago"] * 7]


def test_a_quick_failure_keeps_nobody_from_asking() -> None:
    turns = Turns()
    for _ in range(2):
        with pytest.raises(OperationalError, match="refused"), turns.taken():
            raise OperationalError("refused")


async def test_statements_are_bounded_without_options_that_a_pooler_refuses(rows: None) -> None:
    threads = DatabaseThreads(threads=1)
    try:
        assert await threads.run(_bounds) == (f"{STATEMENT_TIMEOUT // 1000}s", "off", False)
    finally:
        await threads.close()


def _bounds() -> tuple[str, str, bool]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('statement_timeout'), current_setting('synchronous_commit')")
        timeout, commit = cursor.fetchone()
    return timeout, commit, "options" in connection.get_connection_params()
