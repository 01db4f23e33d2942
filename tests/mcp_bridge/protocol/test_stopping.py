"""A process that is told to stop while it answers: every call that it took is answered."""

import asyncio
import signal
from functools import partial
from pathlib import Path

import httpx2
import psycopg
import pytest

from mcp_bridge.protocol.threads import THREADS
from tests.mcp_bridge.protocol.web import JSON, Web, database_url, request, serving
from tests.waiting import wait_until

CALLS = THREADS  # so that each gets a connection, and waits there
SEARCH = request("tools/call", {"name": "search_jobs", "arguments": {"query": "barista"}})


def waiting(database: str) -> int:
    """How many connections to the database wait for a lock."""
    with psycopg.connect(database_url("postgres")) as administrator:
        asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND wait_event_type = 'Lock'"
        row = administrator.execute(asked, [database]).fetchone()
        return int(row[0]) if row else 0


def is_stopping(web: Web) -> bool:
    return "Shutting down" in web.log.read_text(errors="replace")


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.promise("MCP-10")
async def test_calls_in_flight_are_answered_when_the_process_stops(
    mcp_database: str, tmp_path: Path, workers: str
) -> None:
    with serving(mcp_database, tmp_path, WEB_WORKERS=workers) as web:
        async with httpx2.AsyncClient(timeout=30, headers=JSON) as http:
            with psycopg.connect(database_url(mcp_database)) as holder:
                holder.execute("LOCK TABLE catalog_jobsearch IN ACCESS EXCLUSIVE MODE")
                calls = [asyncio.create_task(http.post(web.mcp, json=SEARCH)) for _ in range(CALLS)]
                await asyncio.to_thread(wait_until, lambda: waiting(mcp_database) == CALLS)
                web.process.send_signal(signal.SIGTERM)
                await asyncio.to_thread(wait_until, partial(is_stopping, web))
            answers = await asyncio.gather(*calls)
        code = await asyncio.to_thread(web.process.wait, 10)
    assert [answer.json()["result"]["isError"] for answer in answers] == [False] * CALLS
    assert code in {0, -signal.SIGTERM}
