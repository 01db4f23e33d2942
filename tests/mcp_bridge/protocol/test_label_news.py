"""Who listens at a label hears when it moves, in both eras and in every process, and of no other label."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx2
import pytest
from django.db import connection

from catalog.models import ApiToken
from catalog.tools.labels import CHANNEL, LIVE, live_release, move_label
from catalog.tools.tokens import make_token
from tests.mcp_bridge.protocol.web import JSON, Web, modern, serving
from tests.waiting import wait_until

CANDIDATE = "candidate"
ERAS = ("modern", "legacy")
WORDS = {
    "notifications/subscriptions/acknowledged": "open",
    "notifications/tools/list_changed": "changed",
    None: "result",
}

Heard = asyncio.Queue[str]


@pytest.fixture
def secret(rows: None) -> Iterator[str]:
    move(CANDIDATE)
    yield make_token(name="staging", scopes=[f"label:{CANDIDATE}"], user=None).secret
    ApiToken.objects.all().delete()


@pytest.fixture
def processes(rows: None, mcp_database: str, shared_folder: Path) -> Iterator[list[Web]]:
    """Two of this test's own, for it ends them: so it knows that a stream has told all that it had to tell."""
    before = listening()
    with serving(mcp_database, shared_folder) as one, serving(mcp_database, shared_folder) as other:
        wait_until(lambda: listening() == before + 2)
        yield [one, other]


def listening() -> int:
    """How many processes hear what PostgreSQL has to tell."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle' AND query = %s",
            [f"LISTEN {CHANNEL}"],
        )
        return int(cursor.fetchone()[0])


def move(label: str) -> None:
    """To where `live` is: a move that changes nothing is told too."""
    try:
        release = live_release()
        assert release is not None
        move_label(name=label, release=release, user=None)
    finally:
        connection.close()  # this thread's own


@pytest.mark.promise("MCP-18", "MCP-9")
async def test_each_hears_of_its_own_label_alone(processes: list[Web], secret: str) -> None:
    async with AsyncExitStack() as stack, asyncio.timeout(30):
        streams = {
            label: [
                await stack.enter_async_context(opened(web, label, era, secret)) for web in processes for era in ERAS
            ]
            for label in (LIVE, CANDIDATE)
        }
        for label in (CANDIDATE, LIVE, CANDIDATE):
            await asyncio.to_thread(move, label)
            assert [await heard.get() for heard in streams[label]] == ["changed"] * 4
        for web in processes:
            web.process.terminate()
        for of_label in streams.values():
            assert [await the_rest(heard) for heard in of_label] == [["result"], []] * 2


async def the_rest(heard: Heard) -> list[str]:
    """What a stream tells until it ends: a result, in the modern era, and nothing else if nobody moved its label."""
    words = [await heard.get()]
    while words[-1] != "end":
        words.append(await heard.get())
    return words[:-1]


@asynccontextmanager
async def opened(web: Web, label: str, era: str, secret: str) -> AsyncIterator[Heard]:
    """A stream that is open: what it tells, word for word, and “end”."""
    url = web.mcp if label == LIVE else f"{web.mcp}/{label}/"
    token = {} if label == LIVE else {"authorization": f"Bearer {secret}"}
    message, headers = modern("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
    asked = {name.replace("_", "-"): value for name, value in headers.items()}
    heard: Heard = asyncio.Queue()
    async with httpx2.AsyncClient(timeout=30) as http:
        stream = (
            http.stream("POST", url, json=message, headers=JSON | asked | token)
            if era == "modern"
            else http.stream("GET", url, headers={"accept": "text/event-stream"} | token)
        )
        async with stream as response:
            assert response.status_code == 200
            reading = asyncio.create_task(read(response, heard))
            assert await heard.get() == "open"
            yield heard
            reading.cancel()


async def read(response: httpx2.Response, heard: Heard) -> None:
    async for line in response.aiter_lines():
        if line == ": open":
            heard.put_nowait("open")
        elif line.startswith("data: "):
            heard.put_nowait(WORDS[json.loads(line.removeprefix("data: ")).get("method")])
    heard.put_nowait("end")
