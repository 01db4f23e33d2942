"""A tool made in the admin, without code: “remote jobs only”."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from catalog.models import Tool
from catalog.tools.publish import publish_drafts
from mcp_bridge.call import ToolCall, call_tool
from mcp_bridge.listing import listed_tools
from mcp_bridge.snapshot import snapshots
from tests.catalog.admin.forms import page_values
from tests.factories import make_listing

pytestmark = pytest.mark.django_db
NAME = "search_remote_jobs"


@pytest.fixture
def preset(board: None, admin_client: Client) -> None:
    """As somebody makes it: a draft of the same handler, one value fixed, reviewed and published."""
    words = {"name": NAME, "title": "Search remote jobs", "description": "Finds open jobs that are done from anywhere."}
    made = {**words, "handler": "search_jobs", "order": 11, "enabled": "on"}
    admin_client.post(reverse("admin:catalog_tool_add"), made)
    tool = Tool.objects.get(name=NAME)
    page = reverse("admin:catalog_tool_change", args=[tool.pk])
    values = page_values(admin_client, page)
    workplace = tool.parameters.get(name="workplace").pk
    row = next(
        key for key in values if key.startswith("parameters") and key.endswith("-id") and values[key] == workplace
    )
    fixed = {row.replace("-id", "-fixed"): '["remote"]'}
    assert admin_client.post(page, values | fixed).status_code == 302
    publish = reverse("admin:catalog_release_publish")
    reviewed = admin_client.get(publish).context["reviewed"]
    admin_client.post(publish, {"reviewed": reviewed, "note": "Remote jobs by themselves."})
    snapshots.forget()


def found(arguments: dict[str, Any]) -> list[str]:
    output = call_tool(ToolCall(NAME, arguments)).structured["output"]
    return [job["title"] for job in output["jobs"]]


@pytest.mark.promise("EDIT-13")
@pytest.mark.usefixtures("preset")
def test_it_is_listed_without_what_is_fixed() -> None:
    listed = {item["name"]: item for item in listed_tools(snapshots.current())}
    assert list(listed).index(NAME) == list(listed).index("search_jobs") + 1
    assert "workplace" not in listed[NAME]["inputSchema"]["properties"]
    assert "workplace" in listed["search_jobs"]["inputSchema"]["properties"]


@pytest.mark.promise("EDIT-13")
@pytest.mark.usefixtures("preset")
def test_it_finds_remote_jobs_only() -> None:
    make_listing(title="Barista at home", workplace="remote")
    make_listing(title="Barista in town", workplace="onsite")
    assert found({"query": "barista"}) == ["Barista at home"]


@pytest.mark.promise("EDIT-13")
@pytest.mark.usefixtures("preset")
@pytest.mark.parametrize("value", [["onsite"], "onsite", None, [], ["remote", "onsite"]])
def test_no_argument_talks_it_out_of_that(value: Any) -> None:
    make_listing(title="Barista in town", workplace="onsite")
    result = call_tool(ToolCall(NAME, {"query": "barista", "workplace": value}))
    assert result.is_error
    assert result.structured["error"]["fields"][0]["field"] == "workplace"


@pytest.mark.promise("EDIT-13")
@pytest.mark.usefixtures("board")
@pytest.mark.parametrize(
    ("name", "least", "few", "enough"),
    [("limit", 5, 4, 5), ("locations", 1, [], ["Austin, TX"]), ("query", 4, "bar", "cook")],
)
def test_a_bound_that_a_draft_narrows_is_held_to(name: str, least: int, few: Any, enough: Any) -> None:
    Tool.objects.get(name="search_jobs").parameters.filter(name=name).update(minimum=least)
    publish_drafts(author=None, confirm="break release 2")
    snapshots.forget()
    refused = call_tool(ToolCall("search_jobs", {"query": "barista", name: few}))
    assert refused.is_error
    assert refused.structured["error"]["fields"][0]["field"] == name
    assert not call_tool(ToolCall("search_jobs", {"query": "barista", name: enough})).is_error
