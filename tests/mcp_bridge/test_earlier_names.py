"""Names that were listed once go on answering; no list shows them."""

import pytest
from pytest_django import DjangoAssertNumQueries, Settings

from catalog.models import Tool, ToolParameter
from catalog.tools import handler as handlers
from catalog.tools.aliases import REMEMBERED, earlier_names
from catalog.tools.compile import CompiledTool
from catalog.tools.labels import live_release, move_label
from catalog.tools.publish import confirmation, next_number, publish_drafts
from catalog.tools.shipped import load_shipped
from mcp_bridge.call import ToolCall, call_tool
from mcp_bridge.listing import listed_tools
from mcp_bridge.snapshot import Snapshot, snapshots
from tests.factories import make_listing

NOTE = "The texts still name the earlier tools."  # which the lint minds

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _shipped(db: None) -> None:
    load_shipped()


def publish() -> Snapshot:
    publish_drafts(author=None, note="Names come and go.", confirm=confirmation(next_number()))
    snapshots.forget()
    return snapshots.current()


def rename(name: str, **changes: object) -> None:
    Tool.objects.filter(name="search_jobs").update(name=name, **changes)


def answering(snapshot: Snapshot, name: str) -> CompiledTool:
    found = snapshot.find(name)
    assert found is not None
    return found


@pytest.mark.promise("REL-9")
def test_an_alias_leads_to_the_tool_as_it_is_now() -> None:
    make_listing(title="Barista")
    rename("find_work", aliases=["search_jobs", "look_for_jobs"], description="Finds work.")
    snapshot = publish()
    for name in ("search_jobs", "look_for_jobs"):
        assert answering(snapshot, name) is snapshot.tools["find_work"]
    result = call_tool(ToolCall("search_jobs", {"query": "barista"}))
    assert result.structured["output"]["total"] == 1
    assert "search_jobs" not in [tool["name"] for tool in listed_tools(snapshot)]


@pytest.mark.promise("REL-9")
def test_a_name_without_an_heir_answers_as_it_did() -> None:
    make_listing(title="Barista", workplace="onsite")
    ToolParameter.objects.filter(name="workplace").update(fixed=["remote"])
    rename("remote_jobs", description="Remote jobs only.")
    snapshot = publish()
    assert answering(snapshot, "remote_jobs").fixed == {"workplace": ["remote"]}
    assert answering(snapshot, "search_jobs").fixed == {}
    assert call_tool(ToolCall("search_jobs", {"workplace": ["onsite"]})).outcome == "found"
    assert call_tool(ToolCall("remote_jobs", {"workplace": ["onsite"]})).is_error


@pytest.mark.promise("REL-9")
def test_a_tool_that_was_switched_off_answers_until_its_handler_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    Tool.objects.filter(name="get_job_details").update(enabled=False)
    snapshot = publish()
    assert answering(snapshot, "get_job_details").text.title == "Read job details"
    monkeypatch.delitem(handlers._handlers, "get_job_details")
    assert "get_job_details" not in earlier_names(label="live", release=2, tools=snapshot.tools)


@pytest.mark.promise("REL-9")
def test_an_alias_that_leads_to_other_code_does_not_take_a_name_over() -> None:
    Tool.objects.filter(name="get_job_details").update(enabled=False)
    Tool.objects.filter(name="search_jobs").update(aliases=["get_job_details"])
    assert answering(publish(), "get_job_details").handler.name == "get_job_details"


@pytest.mark.promise("REL-9")
def test_after_going_back_the_later_names_answer_too() -> None:
    first = live_release()
    assert first is not None
    rename("find_work")
    publish()
    move_label(name="live", release=first, user=None)
    snapshots.forget()
    assert answering(snapshots.current(), "find_work").handler.name == "search_jobs"


@pytest.mark.promise("REL-6", "REL-9")
def test_a_release_that_waits_for_approval_answers_to_nothing(settings: Settings) -> None:
    settings.CATALOGUE_APPROVAL = True
    rename("find_work")
    release = publish_drafts(author=None, note="Names come and go.", confirm="break release 2")
    move_label(name="candidate", release=release, user=None)
    snapshots.forget()
    assert snapshots.current().find("find_work") is None
    assert snapshots.current("candidate").find("find_work") is not None


@pytest.mark.promise("REL-9")
def test_names_are_remembered_for_so_many_releases(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for number in range(REMEMBERED + 2):
        Tool.objects.filter(handler="search_jobs").update(name=f"find_work_{number}")
        snapshot = publish()
    assert {f"find_work_{number}" for number in range(1, REMEMBERED + 1)} <= snapshot.earlier.keys()
    assert "find_work_0" not in snapshot.earlier
    with django_assert_num_queries(1):
        earlier_names(label="live", release=snapshot.release, tools=snapshot.tools)
