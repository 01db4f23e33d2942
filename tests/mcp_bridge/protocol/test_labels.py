"""`/mcp/<label>/`: what is not live yet, for those who hold a token."""

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from django.utils import timezone

from catalog.models import ApiToken, ServerText, Tool
from catalog.tools.labels import live_release, move_label
from catalog.tools.publish import publish_drafts
from catalog.tools.tokens import make_token, revoke_token
from tests.mcp_bridge.protocol.web import JSON, LEGACY, Web, modern, request

WORDS = "Finds open jobs. A candidate's words."


@pytest.fixture
def candidate(rows: None) -> Iterator[None]:
    """A second release that `candidate` points at; `live` stays on the first."""
    first, draft = live_release(), Tool.objects.get(name="search_jobs")
    assert first is not None
    before = draft.description, ServerText.current().instructions
    Tool.objects.filter(pk=draft.pk).update(description=WORDS)
    ServerText(instructions="A candidate.").save()
    move_label(name="candidate", release=publish_drafts(author=None, note="Words to try."), user=None)
    move_label(name="live", release=first, user=None)
    Tool.objects.filter(pk=draft.pk).update(description=before[0])
    ServerText(instructions=before[1]).save()
    yield
    ApiToken.objects.all().delete()


@pytest.fixture
def secret(candidate: None) -> str:
    return make_token(name="staging", scopes=["label:candidate", "label:nowhere"], user=None).secret


def ask(web: Web, message: dict[str, Any], secret: str, label: str = "candidate", **headers: str) -> httpx2.Response:
    given = (
        JSON | {"authorization": f"Bearer {secret}"} | {key.replace("_", "-"): text for key, text in headers.items()}
    )
    return httpx2.post(f"{web.mcp}/{label}/", json=message, headers=given)


def listed(response: httpx2.Response) -> str:
    return str(response.json()["result"]["tools"][0]["description"])


@pytest.mark.promise("REL-7")
def test_a_modern_client_with_a_token_is_served_the_label(web: Web, secret: str) -> None:
    message, headers = modern("tools/list")
    answer = ask(web, message, secret, **headers)
    assert listed(answer) == WORDS
    assert answer.json()["result"]["cacheScope"] == "private"
    public = httpx2.post(web.mcp, json=message, headers=JSON | {k.replace("_", "-"): v for k, v in headers.items()})
    assert listed(public) != WORDS
    assert public.json()["result"]["cacheScope"] == "public"
    message, headers = modern("server/discover")
    assert ask(web, message, secret, **headers).json()["result"]["instructions"] == "A candidate."


@pytest.mark.promise("REL-7")
def test_a_client_of_2025_with_a_token_is_served_the_label(web: Web, secret: str) -> None:
    who = {"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": {"name": "a client", "version": "1"}}
    begun = ask(web, request("initialize", who), secret)
    assert begun.json()["result"]["instructions"] == "A candidate."
    session = {"mcp_session_id": begun.headers["mcp-session-id"], "mcp_protocol_version": LEGACY}
    assert listed(ask(web, request("tools/list"), secret, **session)) == WORDS
    call = request("tools/call", {"name": "search_jobs", "arguments": {"query": "barista"}})
    assert ask(web, call, secret, **session).json()["result"]["structuredContent"]["output"]["total"] > 0
    shown = ask(web, request("resources/list"), secret, **session).json()["result"]["resources"][0]["uri"]
    read = ask(web, request("resources/read", {"uri": shown}), secret, **session)
    assert read.json()["result"]["contents"][0]["uri"] == shown


@pytest.mark.promise("REL-7")
@pytest.mark.parametrize("authorization", ["", "Bearer", "Basic abc", "Bearer sl_wrong", "Bearer \xe9"])
def test_without_a_sound_token_nothing_is_told(web: Web, secret: str, authorization: str) -> None:
    for label in ("candidate", "no-such-label"):
        headers = JSON | ({"authorization": authorization.encode("latin-1")} if authorization else {})  # type: ignore[dict-item]
        answer = httpx2.post(f"{web.mcp}/{label}/", json=request("tools/list"), headers=headers)
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"].startswith("Bearer")
        assert answer.json()["error"]["data"]["code"] in {"no_token", "bad_token"}
    assert httpx2.get(f"{web.mcp}/candidate/", headers={"accept": "text/event-stream"}).status_code == 401


@pytest.mark.promise("REL-7")
def test_old_and_revoked_tokens_and_foreign_scopes_open_nothing(web: Web, secret: str) -> None:
    other = make_token(name="metrics", scopes=["metrics"], user=None)
    old = make_token(name="old", scopes=["label:candidate"], user=None, expires_at=timezone.now())
    gone = make_token(name="gone", scopes=["label:candidate"], user=None)
    revoke_token(token=gone.token, user=None)
    answers = [ask(web, request("tools/list"), token.secret) for token in (other, old, gone)]
    assert [answer.status_code for answer in answers] == [403, 401, 401]
    assert answers[0].headers["www-authenticate"] == 'Bearer error="insufficient_scope"'


@pytest.mark.promise("REL-7")
def test_a_label_that_does_not_exist_is_not_found(web: Web, secret: str) -> None:
    answer = ask(web, request("tools/list"), secret, label="nowhere")
    assert (answer.status_code, answer.json()["error"]["data"]["code"]) == (404, "unknown_label")
    assert httpx2.post(f"{web.mcp}/candidate/more", json=request("ping"), headers=JSON).status_code == 404


@pytest.mark.promise("REL-7")
def test_a_page_may_ask_first_without_a_token(web: Web, secret: str) -> None:
    asked = {"origin": "http://localhost:6274", "access-control-request-method": "POST"}
    answer = httpx2.options(f"{web.mcp}/candidate", headers=asked)
    assert answer.status_code == 204
    assert "authorization" in answer.headers["access-control-allow-headers"]


@pytest.mark.promise("REL-7")
def test_it_is_noted_when_a_token_was_used(web: Web, secret: str) -> None:
    ask(web, request("ping"), secret)
    used = ApiToken.objects.get(name="staging").last_used_at
    assert used is not None
    ask(web, request("ping"), secret)
    assert ApiToken.objects.get(name="staging").last_used_at == used
