"""render_featured_job and render_comparison through the spine."""

import json
from typing import Any

import pytest
from django.utils import timezone

from catalog.models import BoardStyle, JobListing, Tool
from catalog.tools.publish import publish_drafts
from mcp_bridge.call import Caller, ToolCall, call_tool
from mcp_bridge.results import ToolResult
from mcp_bridge.snapshot import snapshots
from tests.factories import make_listing

pytestmark = pytest.mark.usefixtures("board")

HOST = Caller("modern", shows_widgets=True)
TEXT_ONLY = Caller("modern", shows_widgets=False)


@pytest.fixture
def comparison(board: None) -> None:
    """Switched on: it is shipped off."""
    Tool.objects.filter(name="render_comparison").update(enabled=True)
    publish_drafts(author=None, note="Compare jobs.")
    snapshots.forget()


def feature(listing: JobListing, *, caller: Caller = HOST, highlights: tuple[str, ...] = (), **item: str) -> ToolResult:
    arguments = {"item": {"id": listing.public_id, **item}, "highlights": list(highlights)}
    return call_tool(ToolCall("render_featured_job", arguments, caller))


def compare(*listings: JobListing, caller: Caller = HOST, **more: Any) -> ToolResult:
    items = [{"id": listing.public_id, "reason": f"Reason {place}."} for place, listing in enumerate(listings)]
    return call_tool(ToolCall("render_comparison", {"items": items, **more}, caller))


def closed_listing(**fields: Any) -> JobListing:
    return make_listing(status="closed", closed_reason="missing", closed_at=timezone.now(), **fields)


def facts_of(job: dict[str, Any]) -> list[tuple[str, str, bool]]:
    return [(fact["label"], fact["text"], fact.get("differs", False)) for fact in job["facts"]]


@pytest.mark.promise("VIEW-1")
def test_the_featured_job_carries_the_reason_and_passages_of_its_posting_and_no_others() -> None:
    listing = make_listing(seniority="lead", attribution="via Example Jobs")
    passages = ("Shifts end  at two in the AFTERNOON.", "A bicycle for everybody.", "We train you")
    output = feature(listing, reason=" Evenings free. ", highlights=passages).structured["output"]
    [job] = output["jobs"]
    assert output["outcome"] == "shown"
    assert output["view"]
    assert job["reason"] == "Evenings free."
    assert job["highlights"] == ["Shifts end at two in the AFTERNOON.", "We train you"]
    assert (job["seniority"], job["industry"], job["attribution"]) == ("lead", "food service", "via Example Jobs")
    assert job["url"].endswith(f"/jobs/{listing.public_id}/")
    assert job["apply_url"] == "https://careers.morning-star.test/1"


@pytest.mark.promise("VIEW-1", "R4")
def test_a_client_without_widgets_is_told_to_write_the_featured_job() -> None:
    result = feature(make_listing(), caller=TEXT_ONLY)
    assert result.outcome == "to_be_written"
    assert "This client shows no widget" in result.structured["agent_directions"]["assistant_instruction"]


@pytest.mark.promise("VIEW-1", "R10")
def test_a_closed_featured_job_says_why_and_an_unknown_one_is_an_error() -> None:
    closed = closed_listing(title="Gone")
    result = feature(closed)
    assert result.outcome == "nothing_shown"
    [gone] = result.structured["output"]["not_shown"]
    assert (gone["title"], gone["reason"].endswith(": no longer in its feed.")) == ("Gone", True)
    unknown = call_tool(ToolCall("render_featured_job", {"item": {"id": "barista"}}, HOST))
    assert unknown.structured["error"]["code"] == "unknown_id"


@pytest.mark.promise("VIEW-1")
def test_what_was_featured_stands_in_the_shortlist_with_its_reason() -> None:
    listing = make_listing()
    shown = feature(listing, reason="Evenings free.", highlights=("We train you",)).structured["output"]
    read = call_tool(ToolCall("get_shortlist", {"shortlist": shown["shortlist"]})).structured["output"]
    [view] = read["shown"]
    assert [(job["id"], job["reason"], job["highlight"]) for job in view["jobs"]] == [
        (listing.public_id, "Evenings free.", "We train you")
    ]


@pytest.mark.promise("VIEW-2")
def test_a_comparison_gives_the_chosen_facts_in_their_order_and_says_which_differ(comparison: None) -> None:
    one = make_listing(title="A", pay_text="$18–22 an hour", workplace="onsite")
    other = make_listing(
        title="B", pay_text="$50,000 a year", pay_usd_min=50_000, pay_usd_max=50_000, workplace="onsite"
    )
    output = compare(one, other, fields=["workplace", "pay", "pay_yearly", "closes"], title=" Pay ").structured[
        "output"
    ]
    assert (output["outcome"], output["title"]) == ("shown", "Pay")
    assert [(job["title"], job["reason"]) for job in output["jobs"]] == [("A", "Reason 0."), ("B", "Reason 1.")]
    assert [facts_of(job) for job in output["jobs"]] == [
        [
            ("Workplace", "On site", False),
            ("Pay", "$18–22 an hour", True),
            ("Pay a year", "$37,440–45,760 a year", True),
            ("Apply by", "Not stated", False),
        ],
        [
            ("Workplace", "On site", False),
            ("Pay", "$50,000 a year", True),
            ("Pay a year", "$50,000 a year", True),
            ("Apply by", "Not stated", False),
        ],
    ]


@pytest.mark.promise("VIEW-2", "R12")
def test_without_a_choice_the_facts_are_the_boards_in_its_order(comparison: None) -> None:
    BoardStyle(field_order=["pay", "company", "location"]).save()
    output = compare(make_listing(), make_listing()).structured["output"]
    assert [label for label, _, _ in facts_of(output["jobs"][0])] == ["Pay", "Place"]


@pytest.mark.promise("VIEW-2", "R10")
def test_of_a_comparison_whatever_is_gone_is_named_and_one_job_alone_has_an_outcome_of_its_own(
    comparison: None,
) -> None:
    one, other, closed = make_listing(), make_listing(), closed_listing()
    assert compare(one, other, closed).structured["output"]["not_shown"][0]["id"] == closed.public_id
    left = compare(one, closed)
    assert left.outcome == "one_left"
    assert not any(differs for _, _, differs in facts_of(left.structured["output"]["jobs"][0]))
    assert compare(closed, closed_listing()).outcome == "nothing_shown"


@pytest.mark.promise("VIEW-2", "R4")
def test_a_client_without_widgets_is_told_to_write_the_comparison(comparison: None) -> None:
    result = compare(make_listing(), make_listing(), caller=TEXT_ONLY)
    assert result.outcome == "to_be_written"
    assert result.structured["agent_directions"]["assistant_instruction"].startswith("Jobs to compare: 2.")


@pytest.mark.promise("VIEW-2", "R10")
@pytest.mark.parametrize(
    "arguments",
    [
        {"items": [{"id": "1"}]},
        {"items": [{"id": str(number)} for number in range(5)]},
        {"items": [{"id": "1"}, {"id": " 1"}]},
        {"items": [{"id": "1"}, {"id": "2"}], "fields": ["salary"]},
    ],
)
def test_a_comparison_takes_two_to_four_different_jobs_and_known_facts(
    comparison: None, arguments: dict[str, Any]
) -> None:
    result = call_tool(ToolCall("render_comparison", arguments, HOST))
    assert result.structured["error"]["code"] == "bad_arguments"
    assert result.structured["error"]["fields"]


@pytest.mark.promise("CALL-2")
def test_no_text_of_a_posting_or_of_the_model_reaches_the_directions_of_the_new_tools(comparison: None) -> None:
    one, other = (make_listing(title="CANARY-1", company="CANARY-2", pay_text="CANARY-3") for _ in range(2))
    for result in (feature(one, reason="CANARY-4"), compare(one, other, title="CANARY-5")):
        assert not result.is_error
        assert "CANARY" not in json.dumps(result.structured["agent_directions"])


@pytest.mark.promise("VIEW-2")
def test_a_saved_job_is_marked_in_both(comparison: None) -> None:
    one, other = make_listing(), make_listing()
    saved = call_tool(ToolCall("update_shortlist", {"changes": [{"id": one.public_id, "action": "save"}]}))
    shortlist = saved.structured["output"]["shortlist"]
    compared = compare(one, other, shortlist=shortlist).structured["output"]["jobs"]
    assert [job.get("saved", False) for job in compared] == [True, False]
