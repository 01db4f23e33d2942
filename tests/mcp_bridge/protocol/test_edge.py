"""What the edge lets through, and how it says no: every refusal is a JSON-RPC error in plain words."""

import asyncio
import json
from typing import Any

import httpx2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcp_bridge.protocol import messages
from mcp_bridge.protocol.endpoint import Endpoint
from mcp_bridge.protocol.messages import read_message
from mcp_bridge.protocol.origins import check_origin, client_address
from mcp_bridge.protocol.refusals import RefusedError
from mcp_bridge.protocol.runtime import current_runtime
from tests.mcp_bridge.protocol.web import JSON, Web, modern, post, request

PING = request("ping")
INTERNALS = ("pydantic", "Traceback", "site-packages", ".py")


def error_of(response: httpx2.Response) -> dict[str, Any]:
    body = response.json()
    assert body["jsonrpc"] == "2.0"
    return dict(body["error"])


def nested(levels: int) -> dict[str, Any]:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return request("ping", {"deep": value})


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
@pytest.mark.promise("MCP-3")
def test_both_spellings_of_the_path_answer_at_once(web: Web, path: str) -> None:
    response = httpx2.post(web.url + path, json=PING, headers=JSON)
    assert (response.status_code, response.json()) == (200, {"jsonrpc": "2.0", "id": 1, "result": {}})


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "a b", "@"])
@pytest.mark.promise("MCP-5")
def test_a_foreign_host_is_misdirected(web: Web, host: str) -> None:
    response = post(web, PING, host=host)
    assert response.status_code == 421
    assert error_of(response)["data"] == {"code": "unknown_host"}


@pytest.mark.parametrize("host", ["localhost", "localhost:1", "LOCALHOST:8000", "127.0.0.1", "[::1]:8000"])
@pytest.mark.promise("MCP-5")
def test_our_hosts_answer_with_any_port_or_none(web: Web, host: str) -> None:
    assert post(web, PING, host=host).status_code == 200


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://localhost.evil.example", "http://localhost@evil.example", "file://"],
)
@pytest.mark.promise("MCP-5")
def test_a_foreign_page_is_refused(web: Web, origin: str) -> None:
    response = post(web, PING, origin=origin)
    assert response.status_code == 403
    assert "access-control-allow-origin" not in response.headers
    assert error_of(response)["data"] == {"code": "foreign_origin"}


@pytest.mark.parametrize("origin", ["http://localhost:6274", "http://127.0.0.1:8000", "http://[::1]:3000"])
@pytest.mark.promise("MCP-5")
def test_a_local_page_may_call_and_read_the_session_id(web: Web, origin: str) -> None:
    response = post(web, PING, origin=origin)
    assert response.status_code == 200
    assert response.headers["access-control-allow-origin"] == origin
    assert "mcp-session-id" in response.headers["access-control-expose-headers"]
    preflight = httpx2.options(web.mcp, headers={"origin": origin, "access-control-request-method": "POST"})
    assert preflight.status_code == 204
    assert "mcp-session-id" in preflight.headers["access-control-allow-headers"]


@pytest.mark.promise("MCP-5")
def test_once_public_only_our_own_pages_may_call(settings: Any) -> None:
    settings.IS_PUBLIC, settings.PUBLIC_URL, settings.SANDBOX_ORIGIN = (
        True,
        "https://jobs.example",
        "https://box.example",
    )
    for ours in ("https://jobs.example", "https://box.example"):
        assert check_origin({"origin": ours}) == ours
    for foreign in ("http://localhost:6274", "http://jobs.example", "https://jobs.example:444"):
        with pytest.raises(RefusedError):
            check_origin({"origin": foreign})


@pytest.mark.parametrize(
    ("peer", "forwarded", "counted"),
    [
        ("8.8.8.8", "", "8.8.8.8"),
        ("8.8.8.8", "1.2.3.4", "8.8.8.8"),  # a client's own word is not taken
        ("127.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"),
        ("10.0.0.7", "1.2.3.4", "1.2.3.4"),
        ("127.0.0.1", "", ""),
    ],
)
@pytest.mark.promise("MCP-12")
def test_limits_count_the_peer_or_what_a_near_proxy_saw(peer: str, forwarded: str, counted: str) -> None:
    assert client_address({"client": (peer, 1)}, {"x-forwarded-for": forwarded}) == counted


@pytest.mark.promise("MCP-14")
async def test_a_failure_inside_is_answered_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    sent: list[Any] = []

    async def broken() -> Any:
        raise OSError("the server's own")

    async def send(event: Any) -> None:
        sent.append(event)

    headers = [(name.encode(), value.encode()) for name, value in (JSON | {"host": "localhost"}).items()]
    scope = {"type": "http", "method": "POST", "path": "/mcp", "headers": headers}
    await Endpoint(not_django)(scope, broken, send)
    await (await current_runtime()).close()
    assert sent[0]["status"] == 500
    assert json.loads(sent[1]["body"])["error"]["data"] == {"code": "internal_error"}
    assert "A request to /mcp failed." in caplog.text


async def not_django(_scope: Any, _receive: Any, _send: Any) -> None:
    raise AssertionError("not for Django")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "not_json"),
        (b"{", 400, "not_json"),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":NaN}}', 400, "not_json"),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\\ud800"}}', 400, "not_json"),
        (b"\xff\xfe", 400, "not_json"),
        (b"[" * 100_000, 400, "not_json"),
        (b"[]", 400, "not_a_message"),
        (json.dumps([PING, PING]).encode(), 400, "not_a_message"),
        (b"7", 400, "not_a_message"),
        (b'{"id":1,"method":"ping"}', 400, "not_a_message"),
        (b'{"jsonrpc":"2.0","id":1,"method":7}', 400, "not_a_message"),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', 400, "not_a_message"),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, "not_a_message"),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', 400, "wrong_params"),
        (json.dumps(nested(31)).encode(), 400, "too_deep"),
        (b'"' + b"x" * 256 * 1024 + b'"', 413, "too_large"),
    ],
)
@pytest.mark.promise("MCP-6")
def test_what_is_not_one_sound_message_gets_a_plain_error(web: Web, body: bytes, status: int, code: str) -> None:
    response = post(web, body)
    assert (response.status_code, error_of(response)["data"]["code"]) == (status, code)
    assert response.json()["id"] is None


@pytest.mark.promise("MCP-6")
def test_messages_at_the_limits_pass(web: Web) -> None:
    assert post(web, nested(30)).status_code == 200
    padded = json.dumps(PING).encode().ljust(256 * 1024)
    assert post(web, padded).status_code == 200


@pytest.mark.promise("MCP-6")
async def test_a_body_that_does_not_come_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "SLOWEST", 0.02)

    async def never() -> Any:
        await asyncio.Event().wait()

    with pytest.raises(RefusedError) as raised:
        await read_message({"content-type": "application/json"}, never)
    assert (raised.value.status, raised.value.headers) == (408, {"connection": "close"})


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("POST", {"accept": "text/html"}, 406),
        ("POST", {"content-type": "text/plain"}, 415),
        ("POST", {"content-type": "application/json-seq"}, 415),
        ("PUT", {}, 405),
        ("HEAD", {}, 405),
        ("GET", {"accept": "text/html"}, 405),
        ("GET", {"mcp-protocol-version": "2026-07-28"}, 405),
        ("DELETE", {}, 400),
    ],
)
@pytest.mark.promise("MCP-6")
def test_other_ways_to_ask_are_refused_with_the_right_status(
    web: Web, method: str, headers: dict[str, str], status: int
) -> None:
    response = httpx2.request(method, web.mcp, content=json.dumps(PING), headers=JSON | headers)
    assert response.status_code == status
    assert ("allow" in response.headers) == (status == 405)


@pytest.mark.promise("MCP-17")
def test_nothing_is_kept_by_proxies(web: Web) -> None:
    message, headers = modern("tools/list")
    answers = [post(web, PING), post(web, message, **headers), post(web, b"{"), httpx2.get(web.mcp)]
    assert {answer.headers["cache-control"] for answer in answers} == {"no-store, no-transform"}


def test_a_notification_is_acknowledged_without_a_body(web: Web) -> None:
    response = post(web, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert (response.status_code, response.content) == (202, b"")


def test_an_unknown_method_is_not_found(web: Web) -> None:
    message, headers = modern("tools/explode")
    response = post(web, message, **headers)
    assert (response.status_code, error_of(response)["code"]) == (404, -32601)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
methods = st.sampled_from(
    ["initialize", "tools/list", "tools/call", "resources/read", "server/discover", "ping", "subscriptions/listen", ""]
)
params = st.dictionaries(st.sampled_from(["name", "arguments", "uri", "cursor", "_meta", "protocolVersion"]), anything)
calls = st.fixed_dictionaries(
    {"name": st.sampled_from(["search_jobs", "get_job_details", "render_jobs", "nope"]), "arguments": anything}
)


@pytest.mark.promise("MCP-14")
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(method=methods, params=params | calls, is_modern=st.booleans())
def test_whatever_is_posted_the_answer_is_json_rpc_without_internals(
    web: Web, method: str, params: dict[str, Any], is_modern: bool
) -> None:
    message, headers = modern(method) if is_modern else (request(method), {})
    message["params"] = {**message["params"], **params}
    response = post(
        web, json.dumps(message).encode(), **({"mcp_method": method} if is_modern else {}), **_plain(headers)
    )
    assert response.status_code < 500, response.text
    assert response.json()["jsonrpc"] == "2.0"
    assert not [word for word in INTERNALS if word in response.text]


def _plain(headers: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name != "mcp_method"}
