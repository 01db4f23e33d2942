"""What a client learns before its first call, as it is on the wire."""

import json
from typing import Any

import httpx2
import pytest
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from mcp_bridge.protocol.greeting import EXTENSIONS
from tests.mcp_bridge.protocol.web import META, MODERN, Web, modern, post, request

CACHED = ["server/discover", "tools/list", "resources/list", "resources/templates/list"]
HINTS = {"title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}


def result(web: Web, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
    message, headers = modern(method, params)
    return dict(post(web, message, **headers).json()["result"])


def widget_address(web: Web) -> str:
    return str(result(web, "resources/list")["resources"][0]["uri"])


@pytest.mark.promise("CONF-6", "MCP-17")
def test_every_answer_that_may_be_kept_says_for_how_long_and_by_whom(web: Web) -> None:
    answers = [result(web, method) for method in CACHED] + [result(web, "resources/read", {"uri": widget_address(web)})]
    for answer in answers:
        assert (answer["ttlMs"], answer["cacheScope"], answer["resultType"]) == (60_000, "public", "complete")
        assert answer["_meta"][f"{META}/serverInfo"]["title"] == "Shortlist demo board"


@pytest.mark.parametrize("method", ["tools/list", "resources/list"])
@pytest.mark.promise("CONF-6")
def test_lists_are_the_same_for_everybody(web: Web, other_web: Web, method: str) -> None:
    key = method.partition("/")[0]
    widgets = {"extensions": EXTENSIONS}
    message, headers = modern(method, None, **widgets)
    first = post(web, message, **headers).json()["result"][key]
    for told in (result(web, method)[key], result(other_web, method)[key]):
        assert json.dumps(told) == json.dumps(first)  # a model's provider caches what it reads, by the letter
    for version in HANDSHAKE_PROTOCOL_VERSIONS:
        assert post(web, request(method), mcp_protocol_version=version).json()["result"][key] == first


@pytest.mark.promise("CONF-6")
def test_each_tool_has_a_title_a_description_annotations_and_both_schemas(web: Web) -> None:
    for tool in result(web, "tools/list")["tools"]:
        assert tool["title"]
        assert tool["description"]
        assert tool["annotations"].keys() == HINTS
        assert (tool["inputSchema"]["type"], tool["outputSchema"]["type"]) == ("object", "object")
        assert "x-mcp-header" not in json.dumps(tool["inputSchema"])


@pytest.mark.promise("CONF-6", "MCP-2")
def test_discovery_says_what_is_spoken_and_promises_no_notice_that_never_comes(web: Web) -> None:
    told = result(web, "server/discover")
    assert told["supportedVersions"] == [MODERN]
    assert told["capabilities"] == {"tools": {"listChanged": True}, "resources": {}, "extensions": EXTENSIONS}
    assert told["instructions"]
    check_icon(told["_meta"][f"{META}/serverInfo"])


@pytest.mark.parametrize("version", HANDSHAKE_PROTOCOL_VERSIONS)
@pytest.mark.promise("CONF-6", "MCP-2")
def test_each_version_of_the_handshake_is_agreed_to(web: Web, version: str) -> None:
    hello = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "a client", "version": "1"}}
    told = post(web, request("initialize", hello)).json()["result"]
    assert told["protocolVersion"] == version
    assert told["capabilities"]["tools"] == {"listChanged": True}
    assert told["capabilities"]["extensions"] == EXTENSIONS
    check_icon(told["serverInfo"])


def check_icon(server: dict[str, Any]) -> None:
    (icon,) = server["icons"]
    fetched = httpx2.get(icon["src"])
    assert (fetched.status_code, fetched.headers["content-type"]) == (200, icon["mimeType"])
