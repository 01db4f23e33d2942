"""What a 2025 client said once is in its session id, and any process can read it."""

from datetime import timedelta
from typing import Any

import httpx2
import pytest
from django.core import signing

from mcp_bridge.protocol import session_ids
from mcp_bridge.protocol.session_ids import new_session, read_session, sign
from tests.mcp_bridge.protocol.web import LEGACY, SHOWS_WIDGETS, Web, initialize, post, request


def outcome_of_a_render(web: Web, job_id: str, **headers: str) -> str:
    params = {"name": "render_jobs", "arguments": {"items": [{"id": job_id}]}}
    answer = post(web, request("tools/call", params), mcp_protocol_version=LEGACY, **headers).json()
    return str(answer["result"]["structuredContent"]["output"]["outcome"])


@pytest.mark.promise("MCP-7", "MCP-8")
def test_another_process_knows_what_the_client_can_show(web: Web, other_web: Web, job_ids: list[str]) -> None:
    able = initialize(web, **SHOWS_WIDGETS).headers["mcp-session-id"]
    plain = initialize(web).headers["mcp-session-id"]
    assert outcome_of_a_render(other_web, job_ids[0], mcp_session_id=able) == "shown"
    assert outcome_of_a_render(other_web, job_ids[0], mcp_session_id=plain) == "to_be_written"
    assert outcome_of_a_render(other_web, job_ids[0]) == "to_be_written"


@pytest.mark.promise("MCP-7")
def test_a_session_id_is_visible_ascii_whatever_the_client_is_called(web: Web) -> None:
    session_id = initialize(web, name="Ünïcode\n\x00" + "x" * 200).headers["mcp-session-id"]
    assert all("!" <= character <= "~" for character in session_id)
    assert len(session_id) < 600


@pytest.mark.parametrize("forged", ["", "x", "eyJjbGllbnQiOiAiYSJ9:1abc:xyz", "\xff\xfe", "::", "a" * 5000])
@pytest.mark.promise("MCP-7")
def test_a_forged_session_id_is_not_found(web: Web, forged: str) -> None:
    for method in ("POST", "GET", "DELETE"):
        headers = {
            "mcp-session-id": forged.encode("latin-1"),
            "accept": "application/json, text/event-stream",
            "content-type": "application/json",
        }
        response = httpx2.request(method, web.mcp, json=request("ping"), headers=headers)  # type: ignore[arg-type]
        assert response.status_code == 404
        assert response.json()["error"]["data"] == {"code": "unknown_session"}


@pytest.mark.promise("MCP-7")
def test_a_client_may_end_its_session(web: Web) -> None:
    session_id = initialize(web).headers["mcp-session-id"]
    ended = httpx2.delete(web.mcp, headers={"mcp-session-id": session_id})
    assert (ended.status_code, ended.content) == (204, b"")


def test_a_refused_handshake_gets_no_session(web: Web) -> None:
    answer = post(web, request("initialize", {"protocolVersion": 7}))
    assert "error" in answer.json()
    assert "mcp-session-id" not in answer.headers


def test_a_2026_client_gets_none_and_its_header_is_not_read(web: Web) -> None:
    answer = post(web, request("server/discover"), mcp_protocol_version="2026-07-28", mcp_session_id="forged")
    assert answer.status_code != 404


def session(**fields: Any) -> session_ids.ClientSession:
    given = {"client": "c", "version": "1", "protocol": LEGACY, "shows_widgets": True, "release": 3}
    return new_session(**{**given, **fields})


@pytest.mark.promise("MCP-7")
def test_a_session_reads_back_as_it_was_signed_and_no_two_are_alike() -> None:
    first, second = session(), session()
    assert read_session(sign(first)) == first
    assert sign(first) != sign(second)


@pytest.mark.promise("MCP-7")
def test_a_session_ends_after_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    signed = sign(session())
    monkeypatch.setattr(session_ids, "LIFETIME", timedelta(seconds=-1))
    assert read_session(signed) is None


def test_a_session_signed_for_something_else_or_by_another_version_is_unknown() -> None:
    assert read_session(signing.dumps({"client": "c"}, salt=session_ids.SALT)) is None
    assert read_session(signing.dumps({"client": "c"}, salt="another")) is None
