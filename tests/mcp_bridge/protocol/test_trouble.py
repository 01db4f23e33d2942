"""When things go away: the process that stops, the database that is gone, the call that takes too long."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Event

import httpx2
import psycopg
import pytest
from django.db import connection
from mcp.server.subscriptions import ToolsListChanged

from catalog.errors import ShortlistError
from mcp_bridge.call import Caller, ToolCall
from mcp_bridge.protocol import answers
from mcp_bridge.protocol.answers import Answers
from mcp_bridge.protocol.refusals import RefusedError
from mcp_bridge.protocol.streams import MOST, MOST_PER_ADDRESS, MOST_PER_SESSION, OpenStreams, StreamClient
from mcp_bridge.protocol.threads import DatabaseThreads
from tests.mcp_bridge.protocol.test_news import listening, publish
from tests.mcp_bridge.protocol.web import (
    Web,
    administer,
    client,
    database_url,
    initialize,
    modern,
    post,
    request,
    serving,
    shipped_names,
)
from tests.waiting import wait_until

SEARCH = {"name": "search_jobs", "arguments": {"query": "barista"}}


@pytest.fixture
def own_database(mcp_database: str, rows: None) -> Iterator[str]:
    """A copy of the package's database that a test may take away."""
    name = f"{mcp_database}_away"
    connection.close()
    take_away(mcp_database)  # a database is copied while nobody uses it
    administer("CREATE DATABASE {} TEMPLATE {}", name, mcp_database)
    bring_back(mcp_database)
    yield name
    administer("DROP DATABASE {} WITH (FORCE)", name)


def take_away(database: str) -> None:
    administer("ALTER DATABASE {} ALLOW_CONNECTIONS false", database)
    cut(database)


def bring_back(database: str) -> None:
    administer("ALTER DATABASE {} ALLOW_CONNECTIONS true", database)


def cut(database: str, *, among: str = "%") -> None:
    """Ends the connections to a database whose last statement is like `among`."""
    with psycopg.connect(database_url("postgres")) as administrator:
        administrator.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND query LIKE %s",
            [database, among],
        )


def searched(web: Web) -> httpx2.Response:
    return post(web, request("tools/call", SEARCH))


@pytest.mark.promise("MCP-11")
def test_a_database_that_goes_and_comes_back(own_database: str, tmp_path: Path) -> None:
    with serving(own_database, tmp_path) as web:
        assert searched(web).json()["result"]["isError"] is False
        take_away(own_database)
        began = time.monotonic()
        failed = searched(web).json()["result"]
        assert time.monotonic() - began < 20
        assert failed["isError"] is True
        assert failed["structuredContent"]["error"]["code"] == "temporarily_unavailable"
        assert failed["structuredContent"]["error"]["hint"] == "Try again in half a minute."
        message, headers = modern("tools/list")
        listed = post(web, message, **headers).json()["result"]["tools"]
        assert [tool["name"] for tool in listed] == shipped_names()
        assert httpx2.get(f"{web.url}/livez").status_code == 200
        missing = httpx2.get(f"{web.url}/readyz")
        assert (missing.status_code, missing.json()["checks"]) == (503, {"database": "can't be reached"})
        bring_back(own_database)
        assert searched(web).json()["result"]["isError"] is False
        wait_until(web.is_ready)


@pytest.mark.promise("MCP-11")
def test_calls_survive_connections_that_are_cut(web: Web, mcp_database: str) -> None:
    for _ in range(5):
        cut(mcp_database)
        assert searched(web).json()["result"]["isError"] is False


@pytest.mark.promise("MCP-9")
async def test_listeners_hear_of_what_was_published_while_nobody_could_tell_them(
    rows: None, web: Web, mcp_database: str
) -> None:
    async with client(web, "auto") as session, session.listen(tools_list_changed=True) as news:
        await asyncio.to_thread(cut, mcp_database, among="LISTEN %")
        await asyncio.to_thread(publish)
        async with asyncio.timeout(5):
            assert await anext(news) == ToolsListChanged()


@pytest.mark.parametrize(("stop", "workers"), [(signal.SIGTERM, "1"), (signal.SIGINT, "1"), (signal.SIGTERM, "2")])
@pytest.mark.promise("MCP-10")
async def test_a_process_with_open_streams_ends_within_two_seconds(
    mcp_database: str, tmp_path: Path, stop: signal.Signals, workers: str
) -> None:
    with serving(mcp_database, tmp_path, WEB_WORKERS=workers) as web:
        session_id = initialize(web).headers["mcp-session-id"]
        async with (
            client(web, "auto") as session,
            session.listen(tools_list_changed=True) as news,
            listening(web, session_id) as frames,
        ):
            began = time.monotonic()
            web.process.send_signal(stop)
            async with asyncio.timeout(5):
                assert [event async for event in news] == []
                assert [frame async for frame in frames] == []
        code = await asyncio.to_thread(web.process.wait, 10)
        assert time.monotonic() - began < 10
        assert code in {0, -stop}


@pytest.mark.promise("MCP-12")
async def test_streams_are_capped_in_total_and_per_client(mcp_database: str, tmp_path: Path) -> None:
    with serving(mcp_database, tmp_path) as web:
        one = {"accept": "text/event-stream", "x-forwarded-for": "198.51.100.7, 203.0.113.9"}
        async with httpx2.AsyncClient(limits=httpx2.Limits(max_connections=None)) as http:
            mine = [
                await http.send(http.build_request("GET", web.mcp, headers=one), stream=True)
                for _ in range(MOST_PER_ADDRESS + 1)
            ]
            assert [response.status_code for response in mine] == [200] * MOST_PER_ADDRESS + [503]
            assert mine[-1].headers["retry-after"] == "60"
            other = {"accept": "text/event-stream"}
            rest = [await http.send(http.build_request("GET", web.mcp, headers=other), stream=True) for _ in range(200)]
            assert [response.status_code for response in rest].count(200) == MOST - MOST_PER_ADDRESS
            assert (await asyncio.to_thread(searched, web)).json()["result"]["isError"] is False
            for response in [*mine, *rest]:
                await response.aclose()


@pytest.mark.promise("MCP-12")
def test_a_session_that_forgets_its_streams_takes_none_from_others_at_its_address() -> None:
    streams, forgetful = OpenStreams(), StreamClient("203.0.113.9", "a session")
    with ExitStack() as held:
        for _ in range(MOST_PER_SESSION):
            held.enter_context(streams.admitted(forgetful, held.close))
        with pytest.raises(RefusedError), streams.admitted(forgetful, held.close):
            pass
        with streams.admitted(StreamClient("203.0.113.9", "another"), held.close):
            assert len(streams) == MOST_PER_SESSION + 1
    with streams.admitted(forgetful, held.close):
        assert len(streams) == 1


@pytest.mark.promise("MCP-13")
async def test_a_call_without_a_free_thread_is_told_to_come_again() -> None:
    release, threads = Event(), DatabaseThreads(threads=1, waiting=1)
    held = [asyncio.create_task(threads.run(release.wait)) for _ in range(2)]
    await asyncio.wait(held, timeout=0)  # both have been handed to the pool
    result = await Answers(threads).called(ToolCall("search_jobs", {}, Caller(era="modern")))
    release.set()
    assert result.is_error
    assert result.structured["error"]["code"] == "busy"
    assert await asyncio.gather(*held) == [True, True]
    await threads.close()


@pytest.mark.promise("MCP-13")
async def test_a_call_that_takes_too_long_is_answered_all_the_same(rows: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "ANSWER_WITHIN", 0.02)
    threads = DatabaseThreads(threads=1)
    release = Event()
    held = asyncio.create_task(threads.run(release.wait))
    await asyncio.wait([held], timeout=0)  # it has the thread
    result = await Answers(threads).called(ToolCall("search_jobs", {}, Caller(era="modern")))
    release.set()
    await held
    assert result.structured["error"]["code"] == "took_too_long"
    await threads.close()


async def test_a_statement_that_runs_when_the_process_ends_is_cancelled(rows: None, mcp_database: str) -> None:
    threads = DatabaseThreads(threads=1)
    sleeping = asyncio.create_task(threads.run(_sleep_in_the_database))
    await asyncio.to_thread(wait_until, partial(_sleeps, mcp_database))
    began = time.monotonic()
    await threads.close()
    assert time.monotonic() - began < 10
    with pytest.raises(Exception, match="canceling statement"):
        await sleeping
    with pytest.raises(ShortlistError):
        await threads.run(os.getpid)


def _sleep_in_the_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(30)")


def _sleeps(database: str) -> bool:
    with psycopg.connect(database_url("postgres")) as administrator:
        asleep = "SELECT FROM pg_stat_activity WHERE datname = %s AND wait_event = 'PgSleep'"
        return administrator.execute(asleep, [database]).fetchone() is not None
