"""get_job_details and render_jobs through the spine."""

import json
from typing import Any

import pytest
from django.utils import timezone

from mcp_bridge.call import Caller, ToolCall, call_tool
from mcp_bridge.results import ToolResult
from tests.factories import make_listing
from tests.postings import whole_text

pytestmark = pytest.mark.usefixtures("board")


def details(*ids: str | None, **arguments: Any) -> ToolResult:
    return call_tool(ToolCall("get_job_details", {"ids": list(ids), **arguments}))


def render(*items: dict[str, Any], shows_widgets: bool = True) -> ToolResult:
    caller = Caller("modern", shows_widgets=shows_widgets)
    return call_tool(ToolCall("render_jobs", {"items": list(items), "title": "Barista jobs"}, caller))


def wrong_digit(public_id: str | None) -> str:
    text = public_id or ""
    return text[:3] + str((int(text[3]) + 1) % 10) + text[4:]


@pytest.mark.promise("TOOL-4")
def test_details_hold_the_whole_posting() -> None:
    listing = make_listing(attribution="via Example Jobs", seniority="lead")
    output = details(listing.public_id).structured["output"]
    [job] = output["jobs"]
    assert output["outcome"] == "details_read"
    assert whole_text(job) == " ".join(listing.description.split())
    assert job["apply_url"] == listing.apply_url
    assert job["attribution"] == "via Example Jobs"
    assert (job["industry"], job["seniority"]) == ("food service", "lead")


@pytest.mark.promise("TOOL-4", "R10")
def test_a_closed_job_says_why_and_an_unknown_id_suggests_the_real_one() -> None:
    open_one = make_listing()
    closed = make_listing(status="closed", closed_reason="missing", closed_at=timezone.now())
    output = details(open_one.public_id, closed.public_id, wrong_digit(open_one.public_id)).structured["output"]
    assert output["outcome"] == "some_expired"
    [gone] = output["expired"]
    assert gone["reason"].endswith(": no longer in its feed.")
    assert output["not_found"] == [{"id": wrong_digit(open_one.public_id), "did_you_mean": [open_one.public_id]}]


def test_an_unknown_id_beside_known_ones_has_an_outcome_of_its_own() -> None:
    listing = make_listing()
    result = details(listing.public_id, wrong_digit(listing.public_id))
    assert result.outcome == "some_unknown"
    assert result.structured["agent_directions"]["reason"] == "Some ids name no job."


@pytest.mark.promise("TOOL-4", "R10")
def test_when_no_id_is_known_the_call_is_an_error_that_says_where_ids_come_from() -> None:
    listing = make_listing()
    near = details(wrong_digit(listing.public_id))
    assert near.is_error
    assert near.structured["error"]["hint"] == f"Did you mean {listing.public_id}?"
    assert details("barista").structured["error"]["hint"].startswith("Ids are the ten digits")


def test_when_every_job_is_closed_the_outcome_says_so() -> None:
    closed = make_listing(status="closed", closed_reason="expired", closed_at=timezone.now())
    assert details(closed.public_id).structured["output"]["outcome"] == "none_open"


def test_a_listing_past_its_closing_date_counts_as_closed_before_any_refresh() -> None:
    listing = make_listing(expires_at=timezone.now())
    assert details(listing.public_id).structured["output"]["expired"][0]["reason"].endswith("closing date has passed.")


@pytest.mark.promise("TOOL-5")
def test_a_render_shows_the_picked_jobs_in_their_order_with_their_reasons() -> None:
    first, second = make_listing(title="A"), make_listing(title="B")
    output = render(
        {"id": second.public_id, "reason": "Closest.", "highlight": "Shifts end  at two in the AFTERNOON."},
        {"id": first.public_id, "reason": "Best paid.", "highlight": "A bicycle for everybody."},
        {"id": second.public_id, "reason": "Named twice."},
    ).structured["output"]
    assert output["outcome"] == "shown"
    assert [(job["title"], job["reason"], job.get("highlight", "")) for job in output["jobs"]] == [
        ("B", "Closest.", "Shifts end at two in the AFTERNOON."),
        ("A", "Best paid.", ""),
    ]
    assert output["title"] == "Barista jobs"


@pytest.mark.promise("TOOL-5", "R10")
def test_what_cannot_be_shown_is_named_with_the_reason() -> None:
    open_one = make_listing()
    closed = make_listing(title="Gone", status="closed", closed_reason="missing", closed_at=timezone.now())
    output = render({"id": open_one.public_id}, {"id": closed.public_id}, {"id": "0000000000"}).structured["output"]
    assert len(output["jobs"]) == 1
    assert [gone["id"] for gone in output["not_shown"]] == [closed.public_id, "0000000000"]


@pytest.mark.promise("TOOL-6", "R4")
def test_a_client_without_widgets_is_told_to_write_the_list() -> None:
    listing = make_listing()
    result = render({"id": listing.public_id}, shows_widgets=False)
    assert result.outcome == "to_be_written"
    directions = result.structured["agent_directions"]
    assert directions["assistant_instruction"].startswith("Jobs ready: 1. This client shows no widget;")
    assert result.structured["output"]["jobs"][0]["url"].endswith(f"/jobs/{listing.public_id}/")


@pytest.mark.promise("CALL-2")
def test_no_text_of_a_posting_or_of_the_model_reaches_the_directions() -> None:
    listing = make_listing(title="CANARY-1", description="CANARY-2", company="CANARY-3")
    result = render({"id": listing.public_id, "reason": "CANARY-4", "highlight": "CANARY-2"})
    assert "CANARY" not in json.dumps(result.structured["agent_directions"])
    assert result.text.count("CANARY") == 4


@pytest.mark.promise("R12")
def test_every_result_names_the_board() -> None:
    listing = make_listing()
    for result in (details(listing.public_id), render({"id": listing.public_id})):
        assert result.structured["output"]["board"] == "Shortlist demo board"


@pytest.mark.parametrize(
    "items",
    [
        [],
        [{"reason": "no id"}],
        [{"id": "1", "reason": "x" * 161}],
        [{"id": str(n)} for n in range(9)],
        [{"id": 1}],
        ["1"],
    ],
)
def test_items_of_the_wrong_form_are_refused_plainly(items: list[Any]) -> None:
    result = call_tool(ToolCall("render_jobs", {"items": items}))
    assert result.structured["error"]["code"] == "bad_arguments"
    assert result.structured["error"]["fields"][0]["field"].startswith("items")


POSTING = "We roast.\n\nWhat you bring\n- calm\n\nBenefits\n- beans\n\nHow to apply:\nBy post."


@pytest.mark.promise("VIEW-7", "TOOL-4")
def test_parts_of_a_posting_can_be_read_and_what_was_left_out_is_named() -> None:
    listing = make_listing(description=POSTING)
    [job] = details(listing.public_id, sections=["requirements", "benefits"]).structured["output"]["jobs"]
    assert (job.get("text", ""), [section["heading"] for section in job["sections"]]) == (
        "",
        ["What you bring", "Benefits"],
    )
    assert job["left_out"] == ["How to apply:"]

    [job] = details(listing.public_id, sections=["pay"]).structured["output"]["jobs"]
    assert whole_text(job) == " ".join(POSTING.split())  # it has none of that kind: better all than nothing
    assert "left_out" not in job
