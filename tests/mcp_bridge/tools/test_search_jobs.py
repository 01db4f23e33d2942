"""search_jobs through the spine, on real rows."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from catalog.models import ToolParameter
from catalog.tools.publish import confirmation, next_number, publish_drafts
from mcp_bridge.call import ToolCall, call_tool
from mcp_bridge.snapshot import snapshots
from tests.factories import AUSTIN, BERLIN, DENVER, ROUND_ROCK, make_listing

pytestmark = pytest.mark.usefixtures("board")


def found(**arguments: Any) -> dict[str, Any]:
    structured = call_tool(ToolCall("search_jobs", arguments)).structured
    return structured["output"]


def titles(**arguments: Any) -> list[str]:
    return [job["title"] for job in found(**arguments)["jobs"]]


def listing_in(place: int, **fields: Any) -> str:
    names = {AUSTIN: ("US", "TX"), ROUND_ROCK: ("US", "TX"), DENVER: ("US", "CO"), BERLIN: ("DE", "16")}
    country, region = names[place]
    return make_listing(place_ids=[place], country=country, region=region, **fields).public_id or ""


@pytest.mark.promise("TOOL-1", "R12")
def test_a_found_job_carries_its_facts_and_its_page() -> None:
    listing = make_listing(title="Lead Barista")
    [job] = found(query="barista", locations=["Austin, TX"])["jobs"]
    assert job.pop("posted").endswith(str((timezone.now() - timedelta(days=3)).year))
    assert job == {
        "id": listing.public_id,
        "title": "Lead Barista",
        "company": "Morning Star Coffee",
        "location": "Austin, TX, United States",
        "workplace": "on site",
        "employment_type": "full time",
        "pay": {"text": "$18–22 an hour", "usd_year_min": 37440, "usd_year_max": 45760},
        "url": f"http://localhost:8000/jobs/{listing.public_id}/",
        "highlight": "Open the bar at six and pull good shots.",
    }


@pytest.mark.promise("TOOL-1")
def test_a_city_covers_what_lies_within_forty_kilometres() -> None:
    listing_in(AUSTIN, title="Barista A")
    listing_in(ROUND_ROCK, title="Barista R")
    listing_in(DENVER, title="Barista D")
    assert sorted(titles(query="barista", locations=["Austin, TX"])) == ["Barista A", "Barista R"]


@pytest.mark.promise("TOOL-1")
def test_several_places_are_one_search_with_a_count_for_each() -> None:
    listing_in(AUSTIN)
    listing_in(DENVER)
    listing_in(DENVER)
    listing_in(BERLIN)
    output = found(query="barista", locations=["Austin, TX", "Denver"])
    assert output["total"] == 3
    assert [(place["asked"], place["jobs"]) for place in output["places"]] == [("Austin, TX", 1), ("Denver", 2)]
    assert output["places"][1]["matched"].startswith("Denver, CO")


@pytest.mark.promise("TOOL-1")
def test_regions_and_countries_are_places_too() -> None:
    listing_in(AUSTIN, title="Barista Texas")
    listing_in(DENVER, title="Barista Colorado")
    listing_in(BERLIN, title="Barista Berlin")
    assert titles(locations=["Texas"]) == ["Barista Texas"]
    assert titles(locations=["Germany"]) == ["Barista Berlin"]


@pytest.mark.promise("TOOL-1")
def test_a_place_that_nobody_knows_finds_nothing_instead_of_everything() -> None:
    listing_in(AUSTIN)
    output = found(locations=["Xyzzyville"])
    assert output["outcome"] == "places_unclear"
    assert output["jobs"] == []
    assert output["unclear_places"] == [{"asked": "Xyzzyville"}]


@pytest.mark.parametrize(
    ("title", "query"),
    [
        ("Senior C++ Developer", "c++"),
        (".NET Engineer", ".net engineer"),
        ("Registered Nurse (RN/LPN)", "lpn"),
        ("Baristas wanted", "barista"),
        ("Pflegefachkraft (m/w/d)", "pflegefachkraft"),
        ("Café Manager", "café manager"),
    ],
)
def test_spellings_that_a_parser_would_tear_apart_are_found(title: str, query: str) -> None:
    make_listing(title=title)
    make_listing(title="Accountant")
    assert titles(query=query) == [title]


def test_words_also_match_the_company() -> None:
    make_listing(company="Cedar Mill")
    make_listing(company="Hyde")
    assert [job["company"] for job in found(query="cedar mill")["jobs"]] == ["Cedar Mill"]


@pytest.mark.parametrize(
    "query", ["'", '"', "\\", "a & | ! b", "<->", ":*", "((", "\x00", "\ud800", "–", "=kUS", "' OR 1=1 --", "🙂"]
)
def test_no_text_breaks_the_search(query: str) -> None:
    make_listing()
    assert found(query=query)["outcome"] in {"found", "nothing_found"}


@pytest.mark.promise("TOOL-2")
def test_pay_narrows_and_unknown_pay_stays_in_and_is_counted() -> None:
    make_listing(title="Well paid", pay_usd_min=80_000, pay_usd_max=90_000)
    make_listing(title="Ill paid", pay_usd_min=20_000, pay_usd_max=25_000)
    make_listing(title="Unsaid", pay_text="", pay_usd_min=None, pay_usd_max=None)
    output = found(pay_min=60_000, sort="pay_high")
    assert [job["title"] for job in output["jobs"]] == ["Well paid", "Unsaid"]
    assert "pay" not in output["jobs"][1]
    assert output["unknown_pay"] == 1


@pytest.mark.promise("TOOL-2")
def test_industries_are_left_out_by_any_of_their_names_and_unknown_ones_stay() -> None:
    make_listing(title="Waiter", industry="food_service")
    make_listing(title="Nurse", industry="healthcare")
    make_listing(title="Mystery", industry="unknown")
    output = found(exclude_industries=["hospitality", "underwater basketry"])
    assert sorted(job["title"] for job in output["jobs"]) == ["Mystery", "Nurse"]
    assert output["unknown_industry"] == 1
    assert output["not_applied"] == ["exclude_industries: “underwater basketry” is no industry of this board."]


@pytest.mark.promise("TOOL-2")
def test_age_and_workplace_narrow() -> None:
    make_listing(title="Old", posted_at=timezone.now() - timedelta(days=40))
    make_listing(title="New", workplace="remote")
    assert titles(posted_within_days=7) == ["New"]
    assert titles(workplace=["remote", "hybrid"]) == ["New"]


@pytest.mark.promise("TOOL-3")
@pytest.mark.parametrize("sort", ["relevance", "newest", "pay_high"])
def test_pages_follow_without_a_gap_or_a_double(sort: str) -> None:
    for number in range(7):
        pay = None if number % 3 == 0 else 50_000
        make_listing(title=f"Barista {number}", pay_usd_max=pay, posted_at=timezone.now() - timedelta(days=number // 2))
    seen: list[str] = []
    cursor = ""
    while True:
        page = found(query="barista", sort=sort, limit=3, **({"cursor": cursor} if cursor else {}))
        seen += [job["id"] for job in page["jobs"]]
        cursor = page.get("next_cursor", "")
        if not cursor:
            break
    assert len(seen) == len(set(seen)) == 7


@pytest.mark.promise("TOOL-3")
def test_a_cursor_of_another_search_and_a_made_up_one_are_refused() -> None:
    for _ in range(3):
        make_listing()
    cursor = found(query="barista", limit=1)["next_cursor"]
    for arguments in ({"query": "nurse", "cursor": cursor}, {"query": "barista", "cursor": "AAAA"}, {"cursor": "ü~~"}):
        error = call_tool(ToolCall("search_jobs", arguments)).structured["error"]
        assert error["code"] == "bad_cursor"


def test_relevance_weighs_freshness_and_nothing_found_says_so() -> None:
    make_listing(title="Barista", company="Stale", posted_at=timezone.now() - timedelta(days=60))
    make_listing(title="Barista", company="Fresh", posted_at=timezone.now())
    assert [job["company"] for job in found(query="barista")["jobs"]] == ["Fresh", "Stale"]
    structured = call_tool(ToolCall("search_jobs", {"query": "astronaut"})).structured
    assert structured["output"]["outcome"] == "nothing_found"
    assert structured["agent_directions"]["reason"] == "No open job matches all filters."


@pytest.mark.promise("TOOL-8")
def test_the_same_words_with_more_filters_are_told_as_narrowed() -> None:
    make_listing(workplace="remote")
    make_listing()
    make_listing(place_ids=[DENVER], region="CO")
    first = found(query="barista", locations=["Austin, TX"])
    assert (first["outcome"], first["total"]) == ("found", 2)
    again: dict[str, Any] = {"query": " Barista ", "locations": ["austin, tx"], "shortlist": first["shortlist"]}
    structured = call_tool(ToolCall("search_jobs", {**again, "workplace": ["remote"]})).structured
    assert structured["output"]["outcome"] == "narrowed"
    assert structured["agent_directions"]["assistant_instruction"].startswith("Listed: 1 of the 1 that are left of 2.")
    assert found(**again)["outcome"] == "found"
    assert found(**again | {"query": "coffee", "workplace": ["remote"]})["outcome"] != "narrowed"


@pytest.mark.promise("TOOL-8")
def test_naming_a_place_narrows_a_search_of_all_places_and_a_new_conversation_narrows_nothing() -> None:
    make_listing()
    make_listing(place_ids=[DENVER], region="CO")
    handle = found(query="barista")["shortlist"]
    assert found(query="barista", locations=["Denver"], shortlist=handle)["outcome"] == "narrowed"
    assert found(query="barista", locations=["Austin, TX"], shortlist=handle)["outcome"] == "narrowed"
    assert found(query="barista", locations=["Denver"])["outcome"] == "found"


@pytest.mark.promise("TOOL-8")
def test_nothing_found_says_which_filter_to_drop_and_what_each_costs() -> None:
    make_listing(pay_usd_min=30_000, pay_usd_max=40_000, industry="food_service")
    make_listing(pay_usd_min=30_000, pay_usd_max=40_000, industry="food_service", place_ids=[DENVER], region="CO")
    make_listing(place_ids=[DENVER], region="CO", title="Nurse", pay_usd_max=90_000, industry="healthcare")
    structured = call_tool(
        ToolCall(
            "search_jobs",
            {"query": "barista", "locations": ["Austin, TX"], "pay_min": 60_000, "posted_within_days": 30},
        )
    ).structured
    assert structured["output"]["outcome"] == "nothing_found"
    assert structured["output"]["without"] == [
        {"filter": "posted_within_days", "jobs": 0},
        {"filter": "pay_min", "jobs": 1},
        {"filter": "locations", "jobs": 0},
        {"filter": "query", "jobs": 0},
    ]
    instruction = structured["agent_directions"]["assistant_instruction"]
    assert instruction.startswith("Search again without pay_min (matches then: 1)")


@pytest.mark.promise("TOOL-8")
def test_what_a_search_without_its_filters_costs_is_asked_only_where_nothing_was_found_and_at_once() -> None:
    make_listing(industry="food_service", workplace="onsite")
    asked = {"workplace": ["remote"], "exclude_industries": ["food service"], "locations": ["Austin, TX"]}
    found(**asked)  # the places are resolved once a process
    with CaptureQueriesContext(connection) as some:
        found(query="barista")
    with CaptureQueriesContext(connection) as none:
        assert "without" in found(query="barista", **asked)
    with CaptureQueriesContext(connection) as unclear:
        assert "without" not in found(query="barista", locations=["Xyzzyville"], pay_min=9)
    assert len(none) <= len(some) + 1  # no listing is read, one question more is asked
    assert sum("jobsearch" in query["sql"] for query in unclear) == 0


@pytest.mark.promise("TOOL-8")
def test_a_filter_that_the_release_fixes_is_not_told_as_one_to_drop() -> None:
    make_listing(workplace="onsite")
    ToolParameter.objects.filter(tool__name="search_jobs", name="workplace").update(fixed=["remote"])
    publish_drafts(author=None, confirm=confirmation(next_number()))
    snapshots.forget()
    assert found(query="barista", posted_within_days=7)["without"] == [
        {"filter": "posted_within_days", "jobs": 0},
        {"filter": "query", "jobs": 0},
    ]


def test_closed_and_hidden_listings_are_not_found() -> None:
    make_listing(status="closed", closed_reason="missing")
    make_listing(status="hidden")
    assert found()["total"] == 0


@pytest.mark.promise("TOOL-7")
def test_a_found_job_is_frugal() -> None:
    for _ in range(20):
        make_listing(title="Barista, weekday mornings and some weekends")
    result = call_tool(ToolCall("search_jobs", {"query": "barista", "limit": 20}))
    assert len(result.text) / 20 < 480  # characters: about 4 to a token


@pytest.mark.promise("TOOL-1")
def test_remote_within_a_country_and_remote_beside_a_city_mean_both() -> None:
    listing_in(DENVER, title="Barista at the bar")
    listing_in(DENVER, title="Remote in Denver", workplace="remote")
    listing_in(BERLIN, title="Remote in Berlin", workplace="remote")
    assert titles(locations=["Remote"], sort="newest") == ["Remote in Berlin", "Remote in Denver"]
    assert titles(locations=["Remote (Germany)"]) == ["Remote in Berlin"]
    assert titles(locations=["Denver, CO (remote)"]) == ["Remote in Denver"]
    assert sorted(titles(locations=["Remote (Germany)", "Denver"])) == [
        "Barista at the bar",
        "Remote in Berlin",
        "Remote in Denver",
    ]


@pytest.mark.promise("TOOL-1")
def test_a_place_that_was_understood_in_part_says_which_part_was_not() -> None:
    listing_in(AUSTIN)
    output = found(locations=["Xyzzyville, TX"])
    assert output["total"] == 1
    assert output["not_applied"] == ["locations: “Xyzzyville” was not understood; Texas, United States was searched."]


def test_a_job_whose_closing_date_has_passed_is_not_shown_even_before_the_next_tick() -> None:
    make_listing(expires_at=timezone.now() - timedelta(minutes=1))
    assert titles() == []
