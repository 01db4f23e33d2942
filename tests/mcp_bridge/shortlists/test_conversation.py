"""A conversation through the spine: who acted, what is remembered, what is told."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from catalog.models import FeedRun, Tool
from catalog.tools.publish import publish_drafts
from mcp_bridge.call import Caller, ToolCall, call_tool
from mcp_bridge.models import Shortlist
from mcp_bridge.snapshot import snapshots
from tests.factories import make_feed, make_listing
from tests.postings import whole_text

pytestmark = pytest.mark.usefixtures("board")

MODEL = Caller("modern", client="host", shows_widgets=True)


def structured(name: str, *, caller: Caller = MODEL, **arguments: Any) -> dict[str, Any]:
    return call_tool(ToolCall(name, arguments, caller)).structured


def output(name: str, *, caller: Caller = MODEL, **arguments: Any) -> dict[str, Any]:
    answer = structured(name, caller=caller, **arguments)
    assert "output" in answer, answer
    return answer["output"]


def error(name: str, *, caller: Caller = MODEL, **arguments: Any) -> dict[str, Any]:
    return structured(name, caller=caller, **arguments)["error"]


class Austin:
    """A search and a render, as a host makes them."""

    def __init__(self) -> None:
        self.jobs = [make_listing(title=f"Barista {number}") for number in range(3)]
        self.shortlist = output("search_jobs", query="barista", locations=["Austin, TX"])["shortlist"]
        items = [{"id": job.public_id, "reason": f"Reason {job.title}."} for job in self.jobs]
        self.view = output("render_jobs", items=items, shortlist=self.shortlist)["view"]

    def by_user(self, action: str, number: int = 0) -> dict[str, Any]:
        change = {"id": self.jobs[number].public_id, "action": action}
        return output("update_shortlist", changes=[change], shortlist=self.shortlist, view=self.view)

    def read(self) -> dict[str, Any]:
        return output("get_shortlist", shortlist=self.shortlist)


@pytest.fixture
def austin(board: None) -> Austin:
    return Austin()


@pytest.mark.promise("TALK-5", "R9")
def test_after_the_user_opened_a_job_get_shortlist_alone_gives_its_whole_text_and_id(austin: Austin) -> None:
    job = austin.jobs[1]
    output("get_job_details", ids=[job.public_id], shortlist=austin.shortlist, view=austin.view)
    read = austin.read()
    assert read["outcome"] == "job_open"
    assert (read["open_job"]["id"], whole_text(read["open_job"])) == (job.public_id, " ".join(job.description.split()))


@pytest.mark.promise("TALK-5")
def test_get_shortlist_holds_all_that_happened(austin: Austin) -> None:
    for action, number in (("open", 0), ("save", 1), ("apply", 2), ("choose", 2), ("unsave", 1), ("save", 0)):
        austin.by_user(action, number)
    read = austin.read()
    ids = [job.public_id for job in austin.jobs]
    assert [search["query"] for search in read["found"]] == ["barista"]
    assert sorted(read["found"][0]["ids"]) == sorted(ids)
    assert next((job["id"], job["reason"]) for job in read["shown"][0]["jobs"]) == (ids[0], "Reason Barista 0.")
    assert [job["id"] for job in read["opened"]] == [ids[0]]
    assert [job["id"] for job in read["saved"]] == [ids[0]]
    assert [job["id"] for job in read["applied"]] == [ids[2]]
    assert read["chosen"]["id"] == ids[2]
    assert read["actions"][0] == f"The user opened the details of “Barista 0” (job {ids[0]})."
    assert len(read["actions"]) == 6


@pytest.mark.promise("TALK-3", "R2", "R7")
def test_the_next_call_of_the_model_is_told_once_what_the_user_did(austin: Austin) -> None:
    austin.by_user("open")
    austin.by_user("apply")
    told = output("search_jobs", query="manager", shortlist=austin.shortlist)["user_actions"]
    job_id = austin.jobs[0].public_id
    assert told == [
        f"The user opened the details of “Barista 0” (job {job_id}).",
        f"The user opened the application page of “Barista 0” (job {job_id}).",
    ]
    assert "user_actions" not in output("search_jobs", query="cook", shortlist=austin.shortlist)


@pytest.mark.promise("TALK-4")
def test_what_the_model_saves_is_not_told_as_the_users(austin: Austin) -> None:
    change = {"id": austin.jobs[0].public_id, "action": "save"}
    output("update_shortlist", changes=[change], shortlist=austin.shortlist)
    assert "user_actions" not in output("search_jobs", query="cook", shortlist=austin.shortlist)
    assert austin.read()["actions"] == [f"The assistant saved “Barista 0” (job {change['id']})."]


@pytest.mark.promise("TALK-4")
def test_made_up_views_and_made_up_deeds_are_refused(austin: Austin) -> None:
    job_id = austin.jobs[0].public_id
    assert error("get_job_details", ids=[job_id], shortlist=austin.shortlist, view="a" * 26)["code"] == "view_unknown"
    assert error("get_job_details", ids=[job_id], view=austin.view)["code"] == "view_unknown"
    for action in ("open", "apply", "choose"):
        made_up = error("update_shortlist", changes=[{"id": job_id, "action": action}], shortlist=austin.shortlist)
        assert made_up["fields"] == [{"field": "changes[0].action", "problem": "is for widgets only."}]


@pytest.mark.promise("TALK-6")
def test_saved_jobs_are_marked_in_every_later_result_and_keep_the_shortlist(austin: Austin) -> None:
    austin.by_user("save")
    assert [job.get("saved", False) for job in austin.by_user("open", 1)["jobs"]] == [False]
    found = output("search_jobs", query="barista", sort="newest", shortlist=austin.shortlist)["jobs"]
    assert {job["id"] for job in found if job.get("saved")} == {austin.jobs[0].public_id}
    assert Shortlist.objects.get().expires_at > timezone.now() + timedelta(days=29)


@pytest.mark.promise("TALK-1")
def test_wrong_foreign_and_expired_handles_read_the_same() -> None:
    mine = Caller("modern", principal="openai-ann")
    bound = output("search_jobs", caller=mine, query="barista")["shortlist"]
    expired = output("search_jobs", query="nurse")["shortlist"]
    Shortlist.objects.filter(principal="").update(expires_at=timezone.now())
    errors = [
        error("search_jobs", shortlist="nonsense"),
        error("search_jobs", shortlist=expired),
        error("search_jobs", shortlist=bound),
        error("search_jobs", shortlist=bound, caller=Caller("modern", principal="openai-bob")),
    ]
    assert all(item == errors[0] for item in errors)
    assert errors[0]["hint"] == "Leave `shortlist` out: the next search begins a new one."
    assert output("search_jobs", caller=mine, shortlist=bound, query="cook")["shortlist"] == bound


@pytest.mark.promise("TALK-2")
def test_the_table_holds_no_handle(austin: Austin) -> None:
    row = Shortlist.objects.get()
    assert austin.shortlist.encode() not in bytes(row.digest) + bytes(row.nonce)
    assert austin.shortlist not in str(row.memory)


@pytest.mark.promise("TALK-7", "R9")
def test_the_third_identical_call_is_refused_and_names_the_ids(austin: Austin) -> None:
    again = {"query": "barista", "locations": ["Austin, TX"], "shortlist": austin.shortlist}
    assert output("search_jobs", **again)["total"] == 3
    refused = error("search_jobs", **again)
    assert refused["code"] == "repeated"
    assert all(str(job.public_id) in refused["message"] for job in austin.jobs)
    assert error("search_jobs", **again)["code"] == "repeated"


@pytest.mark.promise("TALK-7")
def test_an_alternating_loop_is_a_repeat_too(austin: Austin) -> None:
    a, b = {"query": "cook"}, {"query": "waiter"}
    codes = [structured("search_jobs", shortlist=austin.shortlist, **arguments) for arguments in (a, b, a, b, a, b)]
    assert ["error" in answer for answer in codes] == [False, False, False, False, True, True]


@pytest.mark.promise("TALK-8")
def test_opening_the_same_details_ten_times_from_the_widget_works(austin: Austin) -> None:
    opened = {"ids": [austin.jobs[0].public_id], "shortlist": austin.shortlist, "view": austin.view}
    assert [output("get_job_details", **opened)["outcome"] for _ in range(10)] == ["details_read"] * 10


@pytest.mark.promise("TALK-8")
def test_a_retried_request_rest_and_calls_without_a_handle_are_no_repeats(austin: Austin) -> None:
    retried = Caller("modern", request="host-1:17")
    http = Caller("http")
    for _ in range(4):
        assert output("search_jobs", query="cook", shortlist=austin.shortlist, caller=retried)
        assert output("search_jobs", query="waiter", shortlist=austin.shortlist, caller=http)
        assert output("search_jobs", query="baker")


@pytest.mark.promise("TALK-8")
def test_a_new_release_and_new_data_make_the_question_new(austin: Austin) -> None:
    ask = {"query": "cook", "shortlist": austin.shortlist}
    for _ in range(2):
        output("search_jobs", **ask)
    FeedRun.objects.create(id="0" * 32, feed=make_feed(), state=FeedRun.State.DONE, ended_at=timezone.now())
    snapshots.forget()
    for _ in range(2):
        output("search_jobs", **ask)
    Tool.objects.filter(name="search_jobs").update(title="Find work")
    publish_drafts(author=None)
    snapshots.forget()
    assert output("search_jobs", **ask)["outcome"] == "nothing_found"


@pytest.mark.promise("TALK-7")
def test_a_minute_later_the_question_may_be_asked_again(austin: Austin, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        output("search_jobs", query="cook", shortlist=austin.shortlist)
    later = timezone.now() + timedelta(seconds=61)
    monkeypatch.setattr("mcp_bridge.call.timezone.now", lambda: later)
    assert output("search_jobs", query="cook", shortlist=austin.shortlist)["outcome"] == "nothing_found"


@pytest.mark.promise("TALK-10")
def test_a_memory_keeps_one_size(austin: Austin) -> None:
    for number in range(60):
        output("search_jobs", query=f"cook {number} " + "x" * 90, shortlist=austin.shortlist)
        austin.by_user("save" if number % 2 else "unsave", number % 3)
    row = Shortlist.objects.get()
    assert len(str(row.memory)) < 32_000
    assert len(row.memory["searches"]) == 20


@pytest.mark.promise("TALK-11")
def test_the_hosts_own_conversation_finds_the_shortlist_where_the_handle_is_absent() -> None:
    here = Caller("modern", principal="openai-ann", hint="openai-session-1")
    first = output("search_jobs", caller=here, query="barista")["shortlist"]
    assert output("search_jobs", caller=here, query="cook")["shortlist"] == first
    assert output("get_shortlist", caller=here)["found"][0]["query"] == "barista"
    other = Caller("modern", principal="openai-bob", hint="openai-session-1")
    assert output("search_jobs", caller=other, query="cook")["shortlist"] != first


def test_an_empty_shortlist_says_so() -> None:
    assert structured("get_shortlist")["output"]["outcome"] == "shortlist_empty"


@pytest.mark.promise("TALK-12")
def test_a_request_that_a_host_sends_again_has_no_second_effect(austin: Austin) -> None:
    austin.by_user("open")
    retried = Caller("modern", shows_widgets=True, hint="chat-1", request="chat-1:17")
    items = [{"id": austin.jobs[0].public_id, "reason": "Near."}]
    first, second = (output("render_jobs", items=items, shortlist=austin.shortlist, caller=retried) for _ in range(2))
    assert first == second
    assert first["user_actions"]
    saving = Caller("modern", hint="chat-1", request="chat-1:18")
    for _ in range(2):
        change = {"id": austin.jobs[1].public_id, "action": "save"}
        output("update_shortlist", changes=[change], shortlist=austin.shortlist, caller=saving)
    read = austin.read()
    assert len(read["shown"]) == 2
    assert len(read["actions"]) == 2


@pytest.mark.promise("TALK-12")
def test_a_widgets_call_that_is_sent_twice_is_told_once(austin: Austin) -> None:
    for action in ("save", "save", "open", "open", "apply", "apply"):
        austin.by_user(action)
    told = output("search_jobs", query="cook", shortlist=austin.shortlist)["user_actions"]
    assert len(told) == 3


def test_a_long_conversation_still_fits_into_one_answer(austin: Austin) -> None:
    for number in range(12):
        jobs = [make_listing(title="A very long title " * 10) for _ in range(8)]
        items = [{"id": job.public_id, "reason": f"{number} " + "r" * 150, "highlight": ""} for job in jobs]
        view = output("render_jobs", items=items, shortlist=austin.shortlist)["view"]
        for event in ("open", "save", "apply"):
            changes = [{"id": job.public_id, "action": event} for job in jobs]
            output("update_shortlist", changes=changes, shortlist=austin.shortlist, view=view)
    assert austin.read()["outcome"] == "job_open"
