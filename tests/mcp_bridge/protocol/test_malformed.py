"""Whatever comes over the wire: no 5xx, no trace, and an answer that the protocol knows."""

import re
from collections import Counter

import httpx2
import pytest

from tests.mcp_bridge.protocol.malformed import CLASSES, EACH, Frame, frames
from tests.mcp_bridge.protocol.web import Web, request

INTERNAL = re.compile(
    r"Traceback|pydantic|site-packages|\.py\b|psycopg|django|validation error|input_value", re.IGNORECASE
)
NO_BODY = {202, 204}


def complaint(frame: Frame, response: httpx2.Response) -> str:
    """What is wrong with an answer; empty where nothing is."""
    if response.status_code >= 500:
        return "a 5xx"
    if INTERNAL.search(response.text):
        return "internal text"
    if response.status_code in NO_BODY or frame.verb == "HEAD":
        return "" if not response.content else "a body where there should be none"
    answer = response.json() if response.content else {}
    is_answer = isinstance(answer, dict) and answer.get("jsonrpc") == "2.0" and "id" in answer
    return "" if is_answer and ("result" in answer) != ("error" in answer) else "no JSON-RPC"


@pytest.mark.promise("FAULT-4")
def test_a_thousand_malformed_frames(web: Web) -> None:
    before = len(web.log.read_bytes())
    counts, complaints = Counter[str](), Counter[tuple[str, str, str]]()
    with httpx2.Client(timeout=30) as http:
        for name, frame in frames():
            response = http.request(frame.verb, web.mcp, content=frame.content, headers=encoded(frame.headers))
            counts[name] += 1
            if said := complaint(frame, response):
                complaints[name, said, f"{response.status_code} {response.text[:200]} to {frame.content[:200]!r}"] += 1
        assert http.post(web.mcp, json=request("ping"), headers={"accept": "*/*"}).status_code == 200
    assert list(complaints) == []
    assert (len(CLASSES), sum(counts.values())) == (20, 20 * EACH)
    logged = web.log.read_bytes()[before:].decode(errors="replace")
    assert [line for line in logged.splitlines() if " ERROR " in line or "Traceback" in line] == []


def encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]
