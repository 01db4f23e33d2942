"""The log: what a row keeps, and what happens when it can't be written."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from catalog.models import ReleaseLabel
from mcp_bridge.call import Caller, ToolCall, call_tool
from mcp_bridge.models import LoggedCall
from mcp_bridge.shortlists import log as log_module
from mcp_bridge.shortlists.log import CallLog, call_log
from mcp_bridge.snapshot import snapshots
from tests.factories import make_listing

pytestmark = pytest.mark.usefixtures("board")


@pytest.fixture(autouse=True)
def _own_rows(board: None) -> Iterator[None]:
    call_log._rows.clear()
    yield
    call_log._rows.clear()


def logged() -> LoggedCall:
    call_log.flush()
    return LoggedCall.objects.latest("id")


@pytest.mark.promise("LOG-1", "R13")
def test_a_row_keeps_ids_numbers_and_choices_and_other_words_as_their_length() -> None:
    listing = make_listing()
    caller = Caller("modern", client="claude", principal="openai-ann", shows_widgets=True)
    found = call_tool(ToolCall("search_jobs", {"query": "barista", "limit": 5, "sort": "newest"}, caller))
    row = logged()
    assert row.arguments == {"query": "(7 characters)", "limit": 5, "sort": "newest"}
    assert (row.tool, row.outcome, row.is_error, row.client, row.era) == (
        "search_jobs",
        "found",
        False,
        "claude",
        "modern",
    )
    assert (row.ids, row.principal, row.release_served) == ([listing.public_id], "openai-ann", 1)
    assert row.instruction == found.structured["agent_directions"]["assistant_instruction"]
    call_tool(ToolCall("search_jobs", {"query": "5125550199"}, caller))
    assert logged().arguments == {"query": "(10 characters)"}
    item = {"id": listing.public_id, "reason": "Near your flat in Oak Street."}
    handle = found.structured["output"]["shortlist"]
    call_tool(ToolCall("render_jobs", {"items": [item], "shortlist": handle}, caller))
    row = logged()
    assert row.arguments == {"items": [{"id": listing.public_id, "reason": "(29 characters)"}]}
    assert row.shortlist_id is not None


@pytest.mark.promise("LOG-1")
def test_a_failed_call_is_a_row_with_its_shortlist_and_words_are_kept_only_where_that_is_switched_on(
    settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    call_tool(ToolCall("search_jobs", {"query": "nurse", "shortlist": "wrong"}))
    assert (logged().outcome, logged().is_error) == ("shortlist_unknown", True)
    monkeypatch.setattr("mcp_bridge.trace.settings.LOG_FREE_TEXT", True)
    call_tool(ToolCall("search_jobs", {"query": "nurse"}))
    assert logged().arguments == {"query": "nurse"}


@pytest.mark.promise("LOG-2")
def test_rows_are_bounded_and_the_oldest_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "ROOM", 3)
    mine = CallLog()
    for number in range(5):
        mine.append(LoggedCall(tool=f"tool-{number}", outcome="found", milliseconds=1, era="modern"))
    assert (mine.state().waiting, mine.state().dropped) == (3, 2)
    assert mine.flush() == 3
    assert list(LoggedCall.objects.order_by("id").values_list("tool", flat=True)) == ["tool-2", "tool-3", "tool-4"]


@pytest.mark.promise("LOG-2")
def test_a_call_is_answered_where_its_row_can_not_be_written_and_the_row_comes_later() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE mcp_bridge_loggedcall RENAME TO away")
    result = call_tool(ToolCall("search_jobs", {"query": "barista"}))
    assert not result.is_error
    with connection.cursor() as cursor:
        cursor.execute("SAVEPOINT before_writing")
    assert call_log.flush() == 0
    assert call_log.state().is_writing is False
    with connection.cursor() as cursor:
        cursor.execute("ROLLBACK TO SAVEPOINT before_writing")
        cursor.execute("ALTER TABLE away RENAME TO mcp_bridge_loggedcall")
    connection.needs_rollback = False
    assert call_log.flush() == 1
    assert (call_log.state().waiting, call_log.state().is_writing) == (0, True)


@pytest.mark.promise("LOG-3", "R13")
@pytest.mark.parametrize(
    ("caller", "age", "read"),
    [
        (Caller("legacy", client="vscode", release_read=7), 0, 7),
        (Caller("modern", client="claude"), 5, 1),
        (Caller("modern", client="claude"), 0, None),
        (Caller("modern", client="ChatGPT"), 5, None),
        (Caller("modern"), 5, None),
    ],
)
def test_the_release_that_a_client_had_read(caller: Caller, age: int, read: int | None) -> None:
    ReleaseLabel.objects.update(moved_at=timezone.now() - timedelta(minutes=age))
    snapshots.forget()
    call_tool(ToolCall("search_jobs", {"query": "barista"}, caller))
    assert logged().release_read == read
