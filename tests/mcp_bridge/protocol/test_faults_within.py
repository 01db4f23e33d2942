"""The rows of the table of faults that take a damaged server: played in this process, through the whole ASGI application."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx2
import pytest
from django.db import connection

from catalog.models import ReleaseLabel
from config.asgi import application
from mcp_bridge.protocol import answers, messages, runtime
from mcp_bridge.protocol.runtime import Runtime
from mcp_bridge.protocol.threads import THREADS, WAITING
from tests.mcp_bridge.protocol.boards import pointed_at
from tests.mcp_bridge.protocol.test_faults import ERAS, KINDS, PROBES, Probe, call, check, happening
from tests.mcp_bridge.protocol.web import administer

LIST, CALL, READ = Probe(), call("get_shortlist"), Probe("resources/read", {"uri": "ui://shortlist/render_jobs@0.html"})
HERE = "http://localhost"
WITHIN = {
    *(("edge", code) for code in ("too_slow", "too_many_streams", "busy", "temporarily_unavailable", "internal_error")),
    *(("protocol", code) for code in ("no_release", "temporarily_unavailable", "internal_error")),
    *(
        ("result", code)
        for code in ("took_too_long", "temporarily_unavailable", "busy", "no_release", "internal_error")
    ),
}
BY_OTHERS = {  # in test_faults.py and test_out_of_order.py
    *(("edge", "not_in_scope"), ("edge", "unknown_label"), ("result", "repeated")),
    ("protocol", "out_of_order"),
}
both_eras = pytest.mark.parametrize("era", ERAS)


@pytest.fixture
def database_away(mcp_database: str, rows: None) -> Iterator[None]:
    name = f"{mcp_database}_shut"
    administer("CREATE DATABASE {} ALLOW_CONNECTIONS false", name)
    with pointed_at(name):
        yield
    administer("DROP DATABASE {}", name)


@pytest.fixture
def label_gone(rows: None) -> Iterator[None]:
    labels = ReleaseLabel.objects
    labels.filter(name="live").update(name="was-live")
    yield
    labels.filter(name="was-live").update(name="live")


@pytest.fixture
def table_gone(rows: None) -> Iterator[None]:
    """The code asks for a table that isn't there: an error that is nobody's to retry."""
    rename("catalog_feedrun", "catalog_feedrun_gone")
    yield
    rename("catalog_feedrun_gone", "catalog_feedrun")


def rename(table: str, name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} RENAME TO {name}")


@asynccontextmanager
async def serving_here() -> AsyncIterator[tuple[Runtime, httpx2.AsyncClient]]:
    """The application in this process; `rows` chooses its database."""
    transport = httpx2.ASGITransport(app=application)
    async with httpx2.AsyncClient(transport=transport, base_url=HERE) as http:
        running = await runtime.current_runtime()
        try:
            yield running, http
        finally:
            await running.close()


async def asked(http: httpx2.AsyncClient, probe: Probe, era: str) -> httpx2.Response:
    return await http.send(probe.request(HERE, era))


@both_eras
@pytest.mark.promise("FAULT-1")
async def test_the_database_is_away(database_away: None, era: str) -> None:
    async with serving_here() as (_, http):
        check("protocol", "temporarily_unavailable", era, await asked(http, LIST, era))
        check("result", "temporarily_unavailable", era, await asked(http, CALL, era))
        label = Probe(path="/mcp/candidate/", headers={"authorization": "Bearer sl_something"})
        check("edge", "temporarily_unavailable", era, await asked(http, label, era))


@both_eras
@pytest.mark.promise("FAULT-1")
async def test_nothing_has_been_published(label_gone: None, era: str) -> None:
    async with serving_here() as (_, http):
        assert (await asked(http, LIST, era)).json()["result"]["tools"] == []
        check("protocol", "no_release", era, await asked(http, READ, era))
        check("result", "no_release", era, await asked(http, CALL, era))


@both_eras
@pytest.mark.promise("FAULT-1")
async def test_something_that_nobody_thought_of(table_gone: None, era: str, caplog: pytest.LogCaptureFixture) -> None:
    async with serving_here() as (_, http):
        for kind, probe in (("protocol", LIST), ("protocol", READ), ("result", CALL)):
            response = await asked(http, probe, era)
            check(kind, "internal_error", era, response)
            assert "catalog_feedrun" not in response.text
    assert "catalog_feedrun" in caplog.text  # those who run it can read what it was


@both_eras
@pytest.mark.promise("FAULT-1")
async def test_too_many_messages_are_being_answered(rows: None, era: str) -> None:
    async with serving_here() as (running, http), AsyncExitStack() as held:
        while not running.in_flight.locked():
            await held.enter_async_context(running.in_flight)
        check("edge", "busy", era, await asked(http, CALL, era))


@both_eras
@pytest.mark.promise("FAULT-1")
async def test_too_many_calls_wait_for_a_thread(rows: None, era: str) -> None:
    async with serving_here() as (running, http):
        while running.threads._room.acquire(blocking=False):
            pass
        check("result", "busy", era, await asked(http, CALL, era))
        running.threads._room.release(THREADS + WAITING)


@both_eras
@pytest.mark.promise("FAULT-1")
async def test_no_more_streams_are_admitted(rows: None, era: str) -> None:
    listen = Probe("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
    probe = listen if era == "modern" else Probe(verb="GET")
    async with serving_here() as (running, http):
        running.streams.close()
        check("edge", "too_many_streams", era, await asked(http, probe, era))


@both_eras
@pytest.mark.promise("FAULT-1")
async def test_a_call_takes_too_long(rows: None, era: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "ANSWER_WITHIN", 0.0)
    async with serving_here() as (_, http):
        check("result", "took_too_long", era, await asked(http, CALL, era))


@both_eras
@pytest.mark.promise("FAULT-1")
async def test_a_body_that_does_not_come_and_one_that_breaks_off(
    rows: None, era: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.Event().wait()

    async def broken() -> AsyncIterator[bytes]:
        yield b"{"
        raise OSError("the server's own")

    monkeypatch.setattr(messages, "SLOWEST", 0.02)
    async with serving_here():
        for body, code in ((never, "too_slow"), (broken, "internal_error")):
            given = dict(LIST.request(HERE, era).headers) | {"transfer-encoding": "chunked"}
            check("edge", code, era, await through(given, body()))


async def through(headers: dict[str, str], body: AsyncIterator[bytes]) -> httpx2.Response:
    """Posts a body that comes as it comes, which httpx2 would wait for."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": await anext(body), "more_body": True}

    async def send(event: Any) -> None:
        sent.append(event)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/mcp",
        "headers": [(k.encode(), v.encode()) for k, v in headers.items()],
    }
    await application(scope, receive, send)
    return httpx2.Response(sent[0]["status"], headers=sent[0]["headers"], content=sent[1]["body"])


@pytest.mark.promise("FAULT-1")
def test_every_row_is_proven() -> None:
    rows = {(kind, code) for kind, faults in KINDS.items() for code in faults}
    assert rows == PROBES.keys() | WITHIN | BY_OTHERS
    assert all(happening(*row) for row in rows)
