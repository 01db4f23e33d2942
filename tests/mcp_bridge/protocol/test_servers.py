"""The endpoint inside other servers: without a lifespan, on several event loops, and under WSGI; and what probes see."""

import asyncio
import time
from typing import Any

import httpx2
import pytest
from django.test import Client as DjangoClient

from config.asgi import application
from mcp_bridge.protocol import health, runtime
from mcp_bridge.snapshot import snapshots
from tests.mcp_bridge.protocol.web import JSON, Web, modern, shipped_names


async def listed() -> list[str]:
    message, headers = modern("tools/list")
    given = JSON | {name.replace("_", "-"): value for name, value in headers.items()}
    transport = httpx2.ASGITransport(app=application)
    try:
        async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as http:
            answer = await http.post("/mcp", json=message, headers=given)
        return [tool["name"] for tool in answer.json()["result"]["tools"]]
    finally:
        await (await runtime.current_runtime()).close()


@pytest.mark.promise("MCP-15")
def test_a_server_without_lifespan_starts_the_endpoint_with_the_first_request(rows: None) -> None:
    for _ in range(2):  # each on an event loop of its own, as test clients do
        assert asyncio.run(listed()) == shipped_names()
    assert len([loop for loop in runtime._runtimes if not loop.is_closed()]) == 0


@pytest.mark.promise("MCP-15")
async def test_the_lifespan_starts_and_ends_the_endpoint(rows: None) -> None:
    events = iter([{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}])
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return next(events)

    async def send(event: Any) -> None:
        sent.append(dict(event))

    await application({"type": "lifespan"}, receive, send)
    assert sent == [{"type": "lifespan.startup.complete"}, {"type": "lifespan.shutdown.complete"}]


@pytest.mark.promise("MCP-16")
def test_a_probe_shares_a_look_that_ended_after_it_came_and_no_earlier_one(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    monkeypatch.setattr(health, "_failure_of_a_look", lambda: looks.append(1))
    monkeypatch.setattr(
        health._last_look, "ended", time.monotonic() + 60
    )  # somebody looked while this one waited its turn
    health._look_past_the_pool()
    assert looks == []
    monkeypatch.setattr(health._last_look, "ended", time.monotonic())
    health._look_past_the_pool()
    assert looks == [1]


@pytest.mark.promise("MCP-16")
def test_probes_see_what_is_there(web: Web) -> None:
    assert httpx2.get(f"{web.url}/livez").json() == {"status": "alive"}
    ready = httpx2.get(f"{web.url}/readyz").json()
    assert {name: ready[name] for name in ("status", "tools", "listings")} == {
        "status": "ready",
        "tools": len(shipped_names()),
        "listings": 4,
    }
    assert (ready["checks"]["database"], ready["checks"]["release"]) == ("ok", "ok")


@pytest.mark.promise("MCP-16")
@pytest.mark.django_db
def test_a_board_without_a_release_is_not_ready(client: DjangoClient) -> None:
    snapshots.forget()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"]["release"] == (
        "No tools have been published on this server yet. Publish the drafts in the admin, then try again."
    )


def test_a_wsgi_server_says_how_to_start_the_right_one(client: DjangoClient) -> None:
    answer = client.post("/mcp", b"{}", content_type="application/json")
    assert answer.status_code == 501
    assert "manage.py serve" in answer.json()["error"]["message"]
