"""The short way and the SDK's give the same answers: every request here is put to both, in this process."""

import json
import re
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest

from config.asgi import application
from mcp_bridge.protocol import runtime
from mcp_bridge.protocol.direct import Direct, Reply, Request
from mcp_bridge.protocol.runtime import Runtime
from tests.mcp_bridge.protocol.test_faults_within import HERE, database_away, label_gone, table_gone
from tests.mcp_bridge.protocol.web import META, MODERN, SHOWS_WIDGETS

__all__ = ["database_away", "label_gone", "table_gone"]

DRAWN = re.compile(r"\b[a-z2-7]{26}\b")  # handles
INFO, CAPABILITIES, VERSION = f"{META}/clientInfo", f"{META}/clientCapabilities", f"{META}/protocolVersion"
CLIENT = {VERSION: MODERN, INFO: {"name": "tester", "version": "1"}, CAPABILITIES: {}}
LIST: dict[str, Any] = {"method": "tools/list", "params": {"_meta": CLIENT}}


def called(name: str, arguments: Any = None, **meta: Any) -> dict[str, Any]:
    params = {"name": name, "_meta": {**CLIENT, **meta}}
    return {"method": "tools/call", "params": params if arguments is None else {**params, "arguments": arguments}}


def with_params(params: dict[str, Any]) -> dict[str, Any]:
    return {"method": "tools/call", "params": {**params, "_meta": CLIENT}}


REGULAR = {
    "list": LIST,
    "list of a client that shows widgets": {"method": "tools/list", "params": {"_meta": CLIENT | {CAPABILITIES: SHOWS_WIDGETS}}},
    "list of a client without a name": {"method": "tools/list", "params": {"_meta": {VERSION: MODERN, CAPABILITIES: {}}}},
    "search": called("search_jobs", {"query": "nurse", "limit": 3}),
    "search that finds nothing": called("search_jobs", {"query": "astronaut"}),
    "filters": called("list_filters", {"filters": ["workplace"]}),
    "call without arguments": called("get_shortlist"),
    "call with bad arguments": called("search_jobs", {"limit": "many", "nonsense": [1, {"a": None}]}),
    "call of a handle that nobody has": called("get_shortlist", {"shortlist": "a" * 26}),
    "call with a progress token": called("get_shortlist", {}, progressToken=7),
    "call from a conversation": called("get_shortlist", {}, **{"openai/subject": "me", "openai/session": "chat-1"}),
    "call of no tool": called("no_such_tool", {}),
    "call with a text of every kind": called("search_jobs", {"query": "žluťoučký kůň – 日本語 🐎 \u202e\u0000 “quoted” \\ "}),
}  # fmt: skip
IRREGULAR = {
    "list from a cursor": {"method": "tools/list", "params": {"_meta": CLIENT, "cursor": "x"}},
    "list without _meta": {"method": "tools/list", "params": {}},
    "list without capabilities": {"method": "tools/list", "params": {"_meta": {VERSION: MODERN}}},
    "list with odd capabilities": {"method": "tools/list", "params": {"_meta": CLIENT | {CAPABILITIES: {"roots": 1}}}},
    "list with an odd name": {"method": "tools/list", "params": {"_meta": CLIENT | {INFO: "tester"}}},
    "list with another version in the body": {"method": "tools/list", "params": {"_meta": CLIENT | {VERSION: "2099-01-01"}}},
    "list with more than it takes": {"method": "tools/list", "params": {"_meta": CLIENT, "more": 1}},
    "call with an odd progress token": called("get_shortlist", {}, progressToken=True),
    "call with a progress token of another kind": called("get_shortlist", {}, progressToken=[1]),
    "call with arguments that are a list": called("get_shortlist", [1]),
    "call with arguments that are null": with_params({"name": "get_shortlist", "arguments": None}),
    "call without a name": with_params({"arguments": {}}),
    "call of a number": with_params({"name": 7}),
    "call that answers a question": with_params({"name": "get_shortlist", "inputResponses": {}}),
    "call with a number that is none": called("get_shortlist", {}, **{CAPABILITIES: {"sampling": float("inf")}}),
    "call from a client that says much of itself": called("get_shortlist", {}, **{INFO: {"name": "x" * 3000, "version": "1"}}),
    "call of a name that looks encoded": called("=?base64?Z2V0X3Nob3J0bGlzdA==?=", {}),
    "ping": {"method": "ping", "params": {"_meta": CLIENT}},
    "discover": {"method": "server/discover", "params": {"_meta": CLIENT}},
}  # fmt: skip
HEADERS = {
    "another method": {"mcp-method": "tools/list"},
    "another name": {"mcp-name": "search_jobs"},
    "no method": {"mcp-method": None},
    "no name": {"mcp-name": None},
    "another version": {"mcp-protocol-version": "2099-01-01"},
    "a name that is encoded": {"mcp-name": "=?base64?Z2V0X3Nob3J0bGlzdA==?="},
}


@pytest.fixture
async def running(rows: None) -> AsyncIterator[Runtime]:
    started = await runtime.current_runtime()
    yield started
    await started.close()


async def sent(message: dict[str, Any], **changed: str | None) -> httpx2.Response:
    name = message["params"].get("name")
    headers: dict[str, str | None] = {
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": MODERN,
        "mcp-method": message["method"],
        "mcp-name": str(name) if name is not None else None,
    } | {key.replace("_", "-"): value for key, value in changed.items()}
    given = {key: value for key, value in headers.items() if value is not None}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, **message}).replace("Infinity", "1e999")
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=application), base_url=HERE) as http:
        return await http.post("/mcp", content=body, headers=given)


class Watched(Direct):
    """Counts what it is given."""

    def __init__(self, of: Direct) -> None:
        super().__init__(of._answers)
        self.answered = 0

    async def reply(self, request: Request) -> Reply:
        self.answered += 1
        return await super().reply(request)


def essence(response: httpx2.Response) -> tuple[int, dict[str, str], Any]:
    """Everything that a client can tell apart, but for what is drawn by lot and how JSON spells a letter."""
    headers = {name: value for name, value in response.headers.items() if name != "content-length"}
    return response.status_code, headers, json.loads(DRAWN.sub("drawn", json.dumps(response.json())))


async def both(running: Runtime, message: dict[str, Any], **headers: str | None) -> tuple[bool, Any]:
    """Whether the short way was taken, and what came of it; asserts that the SDK's way gives the same."""
    assert running.direct is not None
    running.direct = watched = Watched(running.direct)
    by_default = essence(await sent(message, **headers))
    running.direct = None
    try:
        assert essence(await sent(message, **headers)) == by_default
    finally:
        running.direct = watched
    return watched.answered == 1, by_default


@pytest.mark.promise("MCP-42")
@pytest.mark.parametrize("case", REGULAR)
async def test_what_is_regular_takes_the_short_way_and_is_answered_alike(running: Runtime, case: str) -> None:
    is_short, (status, _, body) = await both(running, REGULAR[case])
    assert is_short
    assert status == (400 if case == "call of no tool" else 200)
    assert ("error" in body) == (case == "call of no tool")


@pytest.mark.promise("MCP-42")
@pytest.mark.parametrize("case", IRREGULAR)
async def test_what_is_not_regular_is_left_to_the_sdk(running: Runtime, case: str) -> None:
    is_short, _ = await both(running, IRREGULAR[case])
    assert not is_short


@pytest.mark.promise("MCP-42")
@pytest.mark.parametrize("case", HEADERS)
async def test_headers_that_say_something_else_are_left_to_the_sdk(running: Runtime, case: str) -> None:
    is_short, _ = await both(running, REGULAR["call without arguments"], **HEADERS[case])
    assert not is_short


@pytest.mark.promise("MCP-42")
async def test_a_header_that_comes_twice_is_left_to_the_sdk(running: Runtime) -> None:
    headers = [("mcp-protocol-version", MODERN), ("mcp-method", "tools/list"), ("mcp-method", "tools/list")]
    given = [("content-type", "application/json"), ("accept", "application/json"), *headers]
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=application), base_url=HERE) as http:
        answer = await http.post("/mcp", content=json.dumps({"jsonrpc": "2.0", "id": 1, **LIST}), headers=given)
    assert answer.status_code == 400
    assert "more than once" in answer.json()["error"]["message"]


damaged = pytest.mark.parametrize("case", ["list", "call without arguments"])


@damaged
@pytest.mark.promise("MCP-42", "FAULT-1")
async def test_both_ways_say_the_same_without_a_database(database_away: None, running: Runtime, case: str) -> None:
    assert (await both(running, REGULAR[case]))[0]


@damaged
@pytest.mark.promise("MCP-42", "FAULT-1")
async def test_both_ways_say_the_same_without_a_release(label_gone: None, running: Runtime, case: str) -> None:
    assert (await both(running, REGULAR[case]))[0]


@damaged
@pytest.mark.promise("MCP-42", "FAULT-1")
async def test_both_ways_say_the_same_without_a_table(table_gone: None, running: Runtime, case: str) -> None:
    assert (await both(running, REGULAR[case]))[0]
