"""A tool that the code no longer fits: no list shows it, nothing answers in its place, and a call is told why."""

import pytest

from catalog.models import Tool, ToolParameter
from catalog.tools.publish import confirmation, next_number, publish_drafts
from catalog.tools.shipped import load_shipped
from mcp_bridge.call import ToolCall, call_tool
from mcp_bridge.errors import OutOfOrderError, UnknownToolError
from mcp_bridge.listing import listed_tools
from mcp_bridge.snapshot import Snapshot, snapshots
from tests.later_code import Lost, later_code

NO_WORKPLACE = {"search_jobs": Lost(parameters={"workplace"})}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _shipped(db: None) -> None:
    load_shipped()


def publish() -> None:
    publish_drafts(author=None, note="Names come and go.", confirm=confirmation(next_number()))


def keep_to_remote(**changes: object) -> None:
    """The one search tool becomes one for remote jobs alone."""
    ToolParameter.objects.filter(tool__handler="search_jobs", name="workplace").update(fixed=["remote"])
    Tool.objects.filter(handler="search_jobs").update(**changes)
    publish()


def served() -> Snapshot:
    snapshots._kept.clear()
    snapshots.forget()
    return snapshots.current()


@pytest.mark.promise("REL-15")
@pytest.mark.parametrize("name", ["remote_jobs", "jobs_from_home", "search_jobs"])
def test_remote_jobs_only_never_becomes_all_jobs(name: str) -> None:
    """Neither by an earlier wording of the name, nor by an alias, nor by the handler's own name."""
    Tool.objects.filter(handler="search_jobs").update(name="remote_jobs", aliases=["jobs_from_home", "search_jobs"])
    publish()  # listed once without the fixed value: such a list may still be held
    keep_to_remote()
    served()
    assert call_tool(ToolCall(name, {})).outcome == "nothing_found"
    with later_code(NO_WORKPLACE):
        snapshot = served()
        assert "remote_jobs" not in [tool["name"] for tool in listed_tools(snapshot)]
        assert snapshot.find(name) is None
        with pytest.raises(OutOfOrderError) as caught:
            call_tool(ToolCall(name, {}))
    assert (
        str(caught.value) == f"The tool {name} is out of order for now. Tools that work: {', '.join(snapshot.tools)}."
    )


@pytest.mark.promise("REL-15")
def test_an_older_name_of_the_same_handler_answers_as_it_was_listed_if_that_still_fits() -> None:
    keep_to_remote(name="remote_jobs")
    with later_code(NO_WORKPLACE):
        found = served().find("search_jobs")
        assert found is not None
        assert found.fixed == {}
        assert "workplace" not in found.input_schema["properties"]


@pytest.mark.promise("REL-15")
def test_the_other_tools_answer_and_an_unknown_one_stays_unknown() -> None:
    with later_code({"render_jobs": Lost(handler=True)}):
        served()
        assert call_tool(ToolCall("get_shortlist", {})).outcome == "shortlist_empty"
        with pytest.raises(UnknownToolError, match="Unknown tool: paint_jobs"):
            call_tool(ToolCall("paint_jobs", {}))


@pytest.mark.promise("REL-15")
def test_when_the_code_is_back_so_is_the_tool() -> None:
    with later_code({"render_jobs": Lost(handler=True)}):
        assert "render_jobs" not in served().tools
    assert "render_jobs" in served().tools
