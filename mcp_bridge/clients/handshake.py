"""How a client of each era says hello to an endpoint, exchange by exchange: for `manage.py doctor --connect URL`."""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import httpx2

LEGACY, MODERN = "2025-11-25", "2026-07-28"
ERAS = (MODERN, LEGACY)
PATIENCE = 10.0  # seconds for one answer
MOST = 1 << 20  # bytes of one answer
_CLIENT = {"name": "shortlist-doctor", "version": "1"}
_META = "io.modelcontextprotocol"


@dataclass(frozen=True)
class Exchange:
    """One request and what came of it; `problem` is empty where it is well."""

    method: str
    milliseconds: float
    summary: str = ""
    problem: str = ""


def shake_hands(url: str, era: str) -> Iterator[Exchange]:
    """Says hello and lists the tools; ends after the first exchange that goes wrong. Never raises for what a server does."""
    with httpx2.Client(timeout=PATIENCE) as http:
        headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": era}
        for method in ("initialize", "tools/list") if era == LEGACY else ("server/discover", "tools/list"):
            began = time.monotonic()
            try:
                answer = _asked(http, url, method, headers, era)
                problem, summary = "", _summed_up(method, answer)
            except (httpx2.HTTPError, httpx2.InvalidURL, ValueError, KeyError, TypeError) as error:
                problem, summary = f"{error}" or type(error).__name__, ""
            yield Exchange(method, (time.monotonic() - began) * 1000, summary, problem[:300])
            if problem:
                return


def _asked(http: httpx2.Client, url: str, method: str, headers: dict[str, str], era: str) -> Mapping[str, Any]:
    """The result. Adds the session that the server gives to the headers. Raises ValueError with what is wrong."""
    params: dict[str, Any] = {}
    if era == MODERN:
        headers["Mcp-Method"] = method
        params["_meta"] = {
            f"{_META}/protocolVersion": era,
            f"{_META}/clientInfo": _CLIENT,
            f"{_META}/clientCapabilities": {},
        }
    elif method == "initialize":
        params = {"protocolVersion": era, "capabilities": {}, "clientInfo": _CLIENT}
    answer = http.post(url, json={"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, headers=headers)
    if session := answer.headers.get("mcp-session-id"):
        headers["Mcp-Session-Id"] = session
    return _result(answer)


def _result(answer: httpx2.Response) -> Mapping[str, Any]:
    if len(answer.content) > MOST:
        raise ValueError(f"The answer has {len(answer.content):,} bytes: too many to be a hello.")
    text = answer.text
    if answer.headers.get("content-type", "").startswith("text/event-stream"):
        text = next((line.removeprefix("data:") for line in text.splitlines() if line.startswith("data:")), "")
    try:
        message = json.loads(text)
    except ValueError:
        raise ValueError(f"Status {answer.status_code}, and no JSON: is this address an MCP endpoint?") from None
    if error := message.get("error"):
        raise ValueError(f"Status {answer.status_code}, error {error.get('code')}: {error.get('message')}")
    result: Mapping[str, Any] = message["result"]
    return result


def _summed_up(method: str, result: Mapping[str, Any]) -> str:
    if method == "tools/list":
        return f"{len(result['tools'])} tools: {', '.join(tool['name'] for tool in result['tools'])}"
    server = result.get("serverInfo") or result.get("_meta", {}).get(f"{_META}/serverInfo", {})
    versions = result.get("protocolVersion") or ", ".join(result.get("supportedVersions", ()))
    return f"{server.get('title') or server.get('name', 'a server')}, protocol {versions}"
