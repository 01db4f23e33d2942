"""What a request tells of its caller and its conversation, in both eras, on the running endpoint."""

import json
import re
from itertools import count
from typing import Any

import httpx2
import pytest

from mcp_bridge.models import LoggedCall, Shortlist
from mcp_bridge.shortlists.handles import digest
from tests.mcp_bridge.protocol.web import LEGACY, Web, initialize, modern, post, request
from tests.waiting import wait_until

both_eras = pytest.mark.parametrize("era", ["modern", "legacy"])

_ids = count(100)


class Host:
    """A client that passes on what its host says in `_meta`."""

    def __init__(self, web: Web, era: str, session: str = "", **meta: Any) -> None:
        self.web = web
        self.era = era
        self.session = session
        self.meta = meta

    def call(self, name: str, *, number: int | str | None = None, **arguments: Any) -> dict[str, Any]:
        """The tool's structured content; `number` is the JSON-RPC id, by default one that was never used."""
        answer = self.post(name, next(_ids) if number is None else number, arguments).json()
        found: dict[str, Any] = answer["result"]["structuredContent"]
        return found

    def post(self, name: str, number: int | str, arguments: dict[str, Any]) -> httpx2.Response:
        """As JSON in ASCII, in which even half a character can be written."""
        params = {"name": name, "arguments": arguments}
        message, headers = modern("tools/call", params) if self.era == "modern" else self._legacy(params)
        message["params"].setdefault("_meta", {}).update(self.meta)
        return post(self.web, json.dumps(message | {"id": number}).encode(), **headers)

    def search(self, words: str, **more: Any) -> dict[str, Any]:
        return self.call("search_jobs", query=words, **more)

    def _legacy(self, params: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
        session = {"mcp_session_id": self.session} if self.session else {}
        return request("tools/call", params), {"mcp_protocol_version": LEGACY, **session}


def host(web: Web, era: str, chat: str, **meta: Any) -> Host:
    session = initialize(web).headers["mcp-session-id"] if era == "legacy" else ""
    return Host(web, era, session, **{"openai/session": chat, **meta})


def chat_of(request_node: Any) -> str:
    """A conversation's name that no other test uses."""
    return str(request_node.node.nodeid)


@both_eras
@pytest.mark.promise("WACT-5", "TALK-11")
def test_the_hosts_conversation_finds_the_shortlist_without_a_handle(
    web: Web, rows: None, era: str, request: pytest.FixtureRequest
) -> None:
    chat = chat_of(request)
    handle = host(web, era, chat).search("barista")["output"]["shortlist"]
    assert host(web, era, chat).search("nurse")["output"]["shortlist"] == handle
    assert host(web, era, f"{chat}, another").search("nurse")["output"]["shortlist"] != handle
    row = Shortlist.objects.get(digest=digest(handle))
    assert re.fullmatch("chat-[0-9a-f]{24}", row.hint)
    assert [search["query"] for search in row.memory["searches"]] == ["barista", "nurse"]


@both_eras
@pytest.mark.promise("WACT-5", "TALK-1")
def test_a_shortlist_is_bound_to_the_hosts_user(web: Web, rows: None, era: str, request: pytest.FixtureRequest) -> None:
    chat = chat_of(request)
    mine = host(web, era, chat, **{"openai/subject": "one"})
    handle = mine.search("barista")["output"]["shortlist"]
    assert re.fullmatch("openai-[0-9a-f]{24}", Shortlist.objects.get(digest=digest(handle)).principal)
    for other in ({"openai/subject": "two"}, {}):
        stranger = host(web, era, chat, **other)
        assert stranger.search("nurse", shortlist=handle)["error"]["code"] == "shortlist_unknown"
        assert stranger.search("nurse")["output"]["shortlist"] != handle
    assert mine.search("nurse", shortlist=handle)["output"]["shortlist"] == handle


@pytest.mark.promise("WACT-5")
def test_a_2025_session_is_a_conversation_where_the_host_names_none(web: Web, rows: None) -> None:
    session, other = (initialize(web).headers["mcp-session-id"] for _ in range(2))
    handle = Host(web, "legacy", session).search("barista")["output"]["shortlist"]
    assert Host(web, "legacy", session).search("nurse")["output"]["shortlist"] == handle
    assert Host(web, "legacy", other).search("nurse")["output"]["shortlist"] != handle
    assert Host(web, "legacy").search("nurse")["output"]["shortlist"] != handle


@both_eras
@pytest.mark.promise("WACT-6", "TALK-8")
def test_a_request_sent_again_is_no_repeat_but_the_same_question_is(
    web: Web, era: str, request: pytest.FixtureRequest
) -> None:
    again = host(web, era, f"{chat_of(request)}, again")
    assert all("output" in again.search("barista", number=7) for _ in range(4))
    asking = host(web, era, chat_of(request))
    outcomes = ["output" in asking.search("barista") for _ in range(3)]
    assert outcomes == [True, True, False]


@pytest.mark.promise("WACT-6")
def test_an_id_says_nothing_where_nobody_knows_what_it_counts_in(web: Web) -> None:
    host = Host(web, "modern")
    handle = host.search("barista", number=1)["output"]["shortlist"]
    host.search("barista", number=1, shortlist=handle)
    assert host.search("barista", number=1, shortlist=handle)["error"]["code"] == "repeated"


@both_eras
@pytest.mark.promise("WACT-6", "TALK-7")
def test_a_host_that_gives_every_request_the_same_id_is_stopped_all_the_same(
    web: Web, era: str, request: pytest.FixtureRequest
) -> None:
    asking = host(web, era, chat_of(request))
    asking.search("nurse", number=1)
    outcomes = ["output" in asking.search("barista", number=1) for _ in range(3)]
    assert outcomes == [True, True, False]


@both_eras
@pytest.mark.promise("WACT-5")
@pytest.mark.parametrize("named", [7, None, ["a"], {"a": 1}, "", "x" * 5000, "\0\n", "\ud800"])
def test_whatever_a_host_calls_its_user_the_call_is_answered(web: Web, era: str, named: Any) -> None:
    odd = Host(web, era, **{"openai/subject": named, "openai/session": named})
    assert odd.post("search_jobs", "\0", {"query": "barista"}).status_code < 500


@pytest.mark.promise("LOG-3")
def test_the_release_that_a_2025_client_was_greeted_with_is_the_one_it_read(web: Web, rows: None) -> None:
    handle = Host(web, "legacy", initialize(web).headers["mcp-session-id"]).search("barista")["output"]["shortlist"]
    logged = LoggedCall.objects.filter(shortlist_id=Shortlist.objects.get(digest=digest(handle)).pk)
    wait_until(logged.exists)
    assert logged.get().release_read == logged.get().release_served
