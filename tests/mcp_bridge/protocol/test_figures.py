"""/metrics: who may read it, what it counts, and what no stranger can make of it; and whether a worker is there."""

import re
from datetime import timedelta
from pathlib import Path

import httpx2
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from catalog.models import Heartbeat
from catalog.tasks import dispatch_due_feeds
from catalog.tools.tokens import make_token
from config.doctor import State, examine
from mcp_bridge.call import Caller, ToolCall, call_tool
from mcp_bridge.errors import UnknownToolError
from mcp_bridge.metrics import exposition, stream_closed, stream_opened
from tests.mcp_bridge.protocol.web import post, request, serving


def secret(*scopes: str) -> str:
    user = User.objects.filter(username="keeper").first() or User.objects.create_superuser("keeper")
    return make_token(name="Prometheus", scopes=scopes, user=user).secret


def figures(text: str) -> dict[str, float]:
    """Each series with its value."""
    return {name: float(value) for name, value in re.findall(r"^([a-z_]+(?:\{.*\})?) (\S+)$", text, re.MULTILINE)}


def grown(before: dict[str, float]) -> dict[str, float]:
    """The series of calls that have grown, and by how much."""
    now = figures(exposition().decode())
    return {
        name: value - before.get(name, 0)
        for name, value in now.items()
        if name.startswith("shortlist_calls_total") and value != before.get(name, 0)
    }


@pytest.mark.promise("MCP-40")
def test_it_is_for_holders_of_a_token_with_the_scope(client: Client, board: None) -> None:
    assert client.get("/metrics").status_code == 401
    assert client.get("/metrics", headers={"Authorization": "Bearer sl_wrong"}).status_code == 401
    refused = client.get("/metrics", headers={"Authorization": f"Bearer {secret('read:drafts')}"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_in_scope")
    assert client.post("/metrics").status_code == 405

    answer = client.get("/metrics", headers={"Authorization": f"Bearer {secret('metrics')}"})
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=")
    assert figures(answer.content.decode())['shortlist_release{label="live"}'] == 1


@pytest.mark.promise("MCP-40")
def test_a_call_is_counted_by_tool_outcome_era_and_chat_app(board: None) -> None:
    before = figures(exposition().decode())
    call_tool(ToolCall("search_jobs", {"query": "barista"}, Caller("modern", client="claude-code/2.1")))
    [(name, count)] = grown(before).items()
    assert count == 1
    for label in ('tool="search_jobs"', 'outcome="', 'era="modern"', 'client="Claude Code"'):
        assert label in name


@pytest.mark.promise("MCP-40")
def test_names_of_strangers_make_no_series(board: None) -> None:
    before = figures(exposition().decode())
    for number in range(20):
        with pytest.raises(UnknownToolError):
            call_tool(ToolCall(f"tool-{number}", {}, Caller("modern", client=f"client-{number}")))
        call_tool(ToolCall("list_filters", {"kind": f"kind-{number}"}, Caller("modern", client=f"client-{number}")))
    series = grown(before)
    assert sorted(series.values()) == [20, 20]
    assert any('tool="none"' in name for name in series)
    for strange in ("tool-1", "client-1", "kind-1"):
        assert strange not in "".join(series)


@pytest.mark.promise("MCP-40")
def test_open_streams_are_counted(board: None) -> None:
    before = figures(exposition().decode())["shortlist_streams"]
    stream_opened()
    assert figures(exposition().decode())["shortlist_streams"] == before + 1
    stream_closed()
    assert figures(exposition().decode())["shortlist_streams"] == before


@pytest.mark.promise("MCP-40")
def test_any_of_several_processes_answers_for_all(rows: None, mcp_database: str, tmp_path: Path) -> None:
    headers = {"Authorization": f"Bearer {secret('metrics')}"}
    left = tmp_path / "metrics" / "counter_1.db"  # of a process of an earlier start
    left.parent.mkdir()
    left.write_bytes(b"rubbish")
    with serving(mcp_database, tmp_path, WEB_WORKERS="2") as web:
        for _ in range(12):
            assert post(web, request("tools/call", {"name": "search_jobs", "arguments": {}})).status_code == 200
        for _ in range(6):  # whichever process it is
            found = figures(httpx2.get(f"{web.url}/metrics", headers=headers).text)
            calls = sum(value for name, value in found.items() if name.startswith("shortlist_calls_total"))
            assert calls == 12
            assert found['shortlist_call_seconds_count{tool="search_jobs"}'] == 12
    assert not left.exists()


@pytest.mark.promise("MCP-41")
@pytest.mark.parametrize(
    ("age", "said"),
    [(None, "No worker has been heard of yet"), (timedelta(minutes=9), "for 9 minutes"), (timedelta(seconds=70), "")],
)
def test_a_silent_worker_is_told_and_makes_nothing_fail(
    client: Client, board: None, age: timedelta | None, said: str
) -> None:
    if age is not None:
        Heartbeat.objects.create(pk=1, at=timezone.now() - age)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ready")
    assert said in answer.json()["checks"]["worker"]
    assert (answer.json()["checks"]["worker"] == "ok") is not said
    [finding] = [item for item in examine() if item.subject == "worker"]
    assert finding.state is (State.CAREFUL if said else State.OK)
    assert said in finding.text
    silence = figures(exposition().decode())["shortlist_worker_silence_seconds"]
    assert silence == pytest.approx(age.total_seconds(), abs=30) if age else silence == float("inf")


@pytest.mark.promise("MCP-41")
@pytest.mark.django_db
def test_each_tick_of_a_worker_is_a_beat() -> None:
    assert Heartbeat.age() is None
    dispatch_due_feeds()
    dispatch_due_feeds()
    assert Heartbeat.objects.count() == 1
    assert Heartbeat.silence() == ""
