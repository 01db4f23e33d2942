"""What the words of a search find: titles, facets that people type among them, and, where titles know nothing, texts."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from mcp_bridge.call import ToolCall, call_tool
from tests.factories import BERLIN, DENVER, make_listing

pytestmark = pytest.mark.usefixtures("board")

COOK = "You will run the night shift with Rational ovens, keep HACCP records and write recipes in C++."


def found(**arguments: Any) -> dict[str, Any]:
    return call_tool(ToolCall("search_jobs", arguments)).structured["output"]


def titles(**arguments: Any) -> list[str]:
    return [job["title"] for job in found(**arguments)["jobs"]]


@pytest.mark.promise("TOOL-15")
@pytest.mark.parametrize("query", ["HACCP", "haccp records", "rational oven", "c++", "line cook night shift"])
def test_words_that_no_title_has_are_found_in_texts_and_the_answer_says_so(query: str) -> None:
    make_listing(title="Line Cook", description=COOK)
    make_listing(title="Barista")
    output = found(query=query)
    assert [job["title"] for job in output["jobs"]] == ["Line Cook"]
    assert output["total"] == 1
    assert [note for note in output["not_applied"] if "texts of the newest" in note]


@pytest.mark.promise("TOOL-15")
def test_those_with_the_word_in_their_title_come_first_and_no_text_is_read_where_they_are_enough() -> None:
    for number in range(4):
        make_listing(title=f"Cook {number}", description="Ask our barista.", posted_at=timezone.now())
    make_listing(title="Barista", posted_at=timezone.now() - timedelta(days=20))
    assert titles(query="barista")[0] == "Barista"
    assert len(titles(query="barista")) == 5
    assert titles(query="cook") == [f"Cook {number}" for number in (3, 2, 1, 0)]


@pytest.mark.promise("TOOL-15")
def test_texts_respect_the_other_filters_and_have_pages() -> None:
    for number in range(5):
        make_listing(title=f"Cook {number}", description=COOK, place_ids=[DENVER])
    make_listing(title="Cook in Berlin", description=COOK, place_ids=[BERLIN], country="DE", region="16")
    asked = {"query": "HACCP", "locations": ["Denver"], "limit": 3}
    first = found(**asked)
    second = found(**asked, cursor=first["next_cursor"])
    assert sorted(job["title"] for page in (first, second) for job in page["jobs"]) == [f"Cook {n}" for n in range(5)]
    assert first["places"][0]["jobs"] == first["total"] == 5


@pytest.mark.promise("TOOL-16")
def test_a_workplace_or_a_kind_of_work_among_the_words_counts_as_that() -> None:
    make_listing(title="Data Analyst", workplace="remote")
    make_listing(title="Data Analyst on Site", workplace="onsite")
    make_listing(title="Barista", employment_type="part_time")
    make_listing(title="Part-Time Barista", employment_type="unknown")
    make_listing(title="Barista All Day", employment_type="full_time")
    assert titles(query="remote data analyst") == ["Data Analyst"]
    assert titles(query="work from home data analyst") == ["Data Analyst"]
    assert sorted(titles(query="part time barista")) == ["Barista", "Part-Time Barista"]
    assert titles(query="remote") == ["Data Analyst"]


@pytest.mark.promise("TOOL-16")
def test_needless_words_don_t_narrow_and_it_is_a_word() -> None:
    make_listing(title="IT Support Technician")
    make_listing(title="Support Worker")
    make_listing(title="Barista")
    assert titles(query="barista jobs near me") == ["Barista"]
    assert titles(query="IT support") == ["IT Support Technician"]


@pytest.mark.promise("TOOL-3")
@pytest.mark.parametrize("sort", ["newest", "pay_high"])
@pytest.mark.parametrize("places", [[], ["United States"], ["Austin, TX"]])
def test_every_age_and_every_pay_comes_in_its_order_over_all_pages(sort: str, places: list[str]) -> None:
    ages = (-3, -1, 0, 1, 2, 5, 8, 13, 20, 34, 41, 50, 400)
    pays = (None, 0, 9_999, 10_000, 45_000, 79_999, 80_000, 120_000, 199_999, 200_000, 310_000, 2_000_000, None)
    for age, pay in zip(ages, reversed(pays), strict=True):
        posted = timezone.now() - timedelta(days=age)
        make_listing(title=f"Barista {age}", posted_at=posted, pay_usd_min=pay, pay_usd_max=pay)
    seen: list[str] = []
    page: dict[str, Any] = {}
    while not page or page.get("next_cursor"):
        more = {"cursor": page["next_cursor"]} if page else {}
        page = found(query="barista", locations=places, sort=sort, limit=4, **more)
        seen += [job["title"] for job in page["jobs"]]
    paid = [
        age for age, pay in sorted(zip(ages, reversed(pays), strict=True), key=lambda each: -(each[1] or -1)) if pay
    ]
    expected = list(ages) if sort == "newest" else paid
    assert [int(title.removeprefix("Barista ")) for title in seen][: len(expected)] == expected
    assert len(seen) == len(set(seen)) == page["total"] == len(ages)
