"""`POST /api/v1/tools/<name>/call/`: the spine, for programs that don't speak MCP."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx2
import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from catalog.models import Tool
from catalog.tools.handler import Call, Handled, _handlers
from catalog.tools.labels import live_release, move_label
from catalog.tools.publish import publish_drafts
from catalog.tools.tokens import make_token
from mcp_bridge.models import Shortlist
from mcp_bridge.protocol.threads import STATEMENT_TIMEOUT
from mcp_bridge.shortlists.log import call_log
from mcp_bridge.snapshot import snapshots
from tests.factories import make_listing
from tests.mcp_bridge.protocol.web import Web
from tests.mcp_bridge.protocol.web import client as mcp_client
from tests.roles import member

SECRET = {"shortlist", "view"}  # values that each conversation has of its own


def called(name: str, body: Any = None, client: Client | None = None, **headers: str) -> Any:
    return (client or Client()).post(
        f"/api/v1/tools/{name}/call/", body or {}, content_type="application/json", headers=headers
    )


def without_secrets(value: Any) -> Any:
    if isinstance(value, list):
        return [without_secrets(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: without_secrets(item) for key, item in value.items() if key not in SECRET}


@pytest.fixture
def candidate(board: None) -> None:
    """A second release, with a title of its own for `search_jobs`, that only `candidate` points at."""
    first = live_release()
    assert first is not None
    make_listing()
    row = Tool.objects.get(name="search_jobs").directions.get(outcome="found")
    row.instruction = "Words to try."
    row.save()
    move_label(name="candidate", release=publish_drafts(author=None), user=None)
    move_label(name="live", release=first, user=None)
    snapshots.forget()


@pytest.mark.promise("API-12")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_conversation_gives_the_same_envelopes_as_over_mcp(web: Web, job_ids: list[str], mode: str) -> None:
    items = [{"id": pk, "reason": "Near you."} for pk in job_ids[:2]]
    conversation: list[tuple[str, dict[str, Any]]] = [
        ("search_jobs", {"query": "barista", "locations": ["Austin, TX"]}),
        ("search_jobs", {"query": "astronaut"}),
        ("get_job_details", {"ids": job_ids[:2]}),
        ("render_jobs", {"items": items}),
        ("search_jobs", {"query": 7, "limit": 1_000, "lokations": []}),
        ("search_jobs", {"cursor": "none"}),
        ("get_job_details", {"ids": ["0000000000"]}),
        ("get_shortlist", {"shortlist": "unknown"}),
    ]
    address = f"{web.mcp.removesuffix('/mcp')}/api/v1/tools"
    async with mcp_client(web, mode) as session:
        for name, arguments in conversation:
            over_mcp = await session.call_tool(name, arguments)
            over_rest = httpx2.post(f"{address}/{name}/call/", json={"arguments": arguments})
            assert without_secrets(over_rest.json()) == without_secrets(over_mcp.structured_content)
            assert over_rest.is_error == bool(over_mcp.is_error)


@pytest.mark.promise("API-12")
@pytest.mark.usefixtures("board")
def test_a_call_is_never_taken_for_a_repetition() -> None:
    make_listing()
    found = called("search_jobs", {"arguments": {"query": "barista"}}).json()["output"]
    again = {"arguments": {"query": "barista", "shortlist": found["shortlist"]}}
    assert [called("search_jobs", again).status_code for _ in range(5)] == [200] * 5


@pytest.mark.promise("API-12")
@pytest.mark.usefixtures("board")
def test_a_call_is_logged_as_such_and_no_release_is_said_to_have_been_read() -> None:
    called("search_jobs", {"arguments": {"query": "barista"}})
    row = call_log._rows[-1]
    assert (row.tool, row.client, row.era, row.release_served, row.release_read) == (
        "search_jobs",
        "API",
        "http",
        1,
        None,
    )


@pytest.mark.promise("API-12")
@pytest.mark.usefixtures("board")
@pytest.mark.parametrize(
    ("name", "body", "status", "code"),
    [
        ("find_jobs", {}, 404, "unknown_tool"),
        ("search_jobs", {"arguments": {"limit": "many"}}, 422, "bad_arguments"),
        ("search_jobs", {"arguments": []}, 400, "bad_body"),
        ("search_jobs", {"argument": {}}, 400, "bad_body"),
        ("search_jobs", {"label": "Live"}, 400, "bad_body"),
        ("get_shortlist", {"arguments": {"shortlist": "x"}}, 422, "shortlist_unknown"),
    ],
)
def test_what_is_wrong_with_a_call_is_told(name: str, body: dict[str, Any], status: int, code: str) -> None:
    answer = called(name, body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


@pytest.mark.promise("API-12")
@pytest.mark.usefixtures("board")
def test_characters_that_cannot_be_stored_are_left_out_as_over_mcp() -> None:
    make_listing()
    answer = called("search_jobs", {"arguments": {"query": "bari\x00sta"}})
    assert answer.json()["output"]["outcome"] == "found"


@pytest.mark.promise("API-12")
def test_another_label_is_for_tokens_with_its_scope_and_for_staff_who_may_try_it(candidate: None) -> None:
    body = {"arguments": {"query": "barista"}, "label": "candidate"}
    token = make_token(name="staging", scopes=["label:candidate", "label:nowhere"], user=None).secret
    other = make_token(name="other", scopes=["label:other", "read:drafts"], user=None).secret
    editor, customer = Client(), Client()
    editor.force_login(member("ed", "Editor"))
    customer.force_login(User.objects.create_user("cust"))
    for answer in (called("search_jobs", body, authorization=f"Bearer {token}"), called("search_jobs", body, editor)):
        assert answer.json()["agent_directions"]["assistant_instruction"] == "Words to try."
    assert (
        called("search_jobs", {**body, "label": "live"}).json()["agent_directions"] != answer.json()["agent_directions"]
    )
    refused = [
        called("search_jobs", body),
        called("search_jobs", body, customer),
        called("search_jobs", body, authorization=f"Bearer {other}"),
        called("search_jobs", body, authorization="Bearer sl_wrong"),
        called("search_jobs", {**body, "label": "nowhere"}),
        called("search_jobs", {**body, "label": "nowhere"}, authorization=f"Bearer {token}"),
    ]
    assert [(answer.status_code, answer.json()["error"]["code"]) for answer in refused] == [
        (401, "not_authenticated"),
        (403, "permission_denied"),
        (403, "not_in_scope"),
        (401, "bad_token"),
        (401, "not_authenticated"),
        (404, "unknown_label"),
    ]
    assert Shortlist.objects.count() == 3


@pytest.fixture
def timeouts(board: None) -> Iterator[list[str]]:
    """What `search_jobs` finds set on its connection, call by call."""
    seen: list[str] = []
    known = _handlers["search_jobs"]

    def run(arguments: Any, call: Call) -> Handled[Any]:
        seen.append(statement_timeout())
        return known.run(arguments, call)

    _handlers["search_jobs"] = replace(known, run=run)  # type: ignore[type-var]
    snapshots._kept.clear()
    yield seen
    _handlers["search_jobs"] = known
    snapshots._kept.clear()


def statement_timeout() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        return str(cursor.fetchone()[0])


@pytest.mark.promise("API-12")
def test_its_statements_are_bounded_and_nobody_elses(timeouts: list[str]) -> None:
    called("search_jobs")
    assert timeouts == [f"{STATEMENT_TIMEOUT // 1000}s"]
    called("find_jobs")
    assert statement_timeout() == "0"


@pytest.mark.promise("API-12")
def test_without_a_release_it_says_so(db: None) -> None:
    snapshots.forget()
    answer = called("search_jobs")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "no_release")
