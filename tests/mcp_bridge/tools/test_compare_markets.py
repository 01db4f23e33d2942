"""compare_markets and list_filters through the spine, on real rows."""

import statistics
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalog.models import JobListing
from mcp_bridge.call import ToolCall, call_tool
from tests.factories import AUSTIN, BERLIN, DENVER, make_listing

pytestmark = pytest.mark.usefixtures("board")


def called(name: str, **arguments: Any) -> dict[str, Any]:
    return call_tool(ToolCall(name, arguments)).structured


def compared(**arguments: Any) -> dict[str, Any]:
    output: dict[str, Any] = called("compare_markets", **arguments)["output"]
    return output


@pytest.mark.promise("TOOL-12")
def test_each_place_has_its_figures_and_they_are_those_of_its_jobs() -> None:
    pays = [40_000, 50_000, 60_000, 80_000]
    for number, pay in enumerate(pays):
        remote = "remote" if number == 0 else "onsite"
        company = "Cedar Mill" if number else "Hyde"
        make_listing(title=f"Nurse {number}", workplace=remote, company=company, pay_usd_min=pay, pay_usd_max=pay)
    make_listing(title="Nurse, pay unsaid", company="Cedar Mill", pay_text="", pay_usd_min=None, pay_usd_max=None)
    make_listing(title="Barista")
    make_listing(title="Nurse", place_ids=[DENVER], region="CO", pay_usd_min=70_000, pay_usd_max=90_000)
    output = compared(query="nurse", locations=["Austin, TX", "Denver", "Berlin"])
    austin, denver, berlin = output["markets"]
    quartiles = statistics.quantiles(pays, n=4, method="inclusive")
    assert output["outcome"] == "compared"
    assert (austin["jobs"], austin["with_pay"], austin["remote_percent"]) == (5, 4, 20)
    assert [austin[f"pay_p{part}"] for part in (25, 50, 75)] == [round(value) for value in quartiles]
    assert austin["employers"] == ["Cedar Mill", "Hyde"]
    newest = JobListing.objects.filter(place_ids=[AUSTIN], title__startswith="Nurse").order_by("-posted_at", "-id")
    assert austin["newest"] == [job.public_id for job in newest[:3]]
    assert (denver["jobs"], denver["pay_p50"]) == (1, 80_000)
    assert (berlin["jobs"], berlin["with_pay"]) == (0, 0)
    assert "pay_p50" not in berlin


@pytest.mark.promise("TOOL-12")
def test_filters_hold_in_every_place_and_one_question_is_asked_of_the_database() -> None:
    for place, region in ((AUSTIN, "TX"), (DENVER, "CO")):
        for industry in ("food_service", "retail"):
            make_listing(place_ids=[place], region=region, industry=industry)
    places = ["Austin, TX", "Denver"]
    with CaptureQueriesContext(connection) as asked:
        output = compared(locations=places, exclude_industries=["retail"])
    assert [market["jobs"] for market in output["markets"]] == [1, 1]
    assert sum("jobsearch" in query["sql"] for query in asked) == 1


@pytest.mark.promise("TOOL-12")
def test_what_cannot_be_compared_says_why() -> None:
    make_listing()
    assert compared(locations=["Austin, TX", "Xyzzyville"])["outcome"] == "places_unclear"
    assert compared(query="astronaut", locations=["Austin, TX", "Denver"])["outcome"] == "nothing_found"
    assert called("compare_markets", locations=["Austin, TX"])["error"]["code"] == "bad_arguments"


@pytest.mark.promise("TOOL-13")
def test_the_values_of_filters_are_listed_as_filters_take_them() -> None:
    make_listing(company="Cedar Mill", place_ids=[BERLIN], country="DE", region="16")
    make_listing(company="Hyde")
    industries = called("list_filters", kind="industries", q="restaurant")["output"]["values"]
    assert industries == [{"value": "food_service", "meaning": "Restaurants, cafés and hotels"}]
    assert called("list_filters", kind="companies", q="cedar")["output"]["values"] == [{"value": "Cedar Mill"}]
    places = called("list_filters", kind="locations", q="austin")["output"]["values"]
    assert places[0]["value"] == "Austin, TX, United States"
    assert {"value": "EUR"} in called("list_filters", kind="currencies")["output"]["values"]
    assert called("list_filters", kind="locations", q="Xyzzyville")["output"]["outcome"] == "nothing_listed"


@pytest.mark.promise("TOOL-13")
def test_a_long_list_is_cut_and_says_so() -> None:
    for number in range(32):
        make_listing(company=f"Mill {number}")
    output = called("list_filters", kind="companies")["output"]
    assert (len(output["values"]), output["is_cut"]) == (30, True)
    assert called("list_filters", kind="companies", q="mill 31")["output"]["is_cut"] is False
