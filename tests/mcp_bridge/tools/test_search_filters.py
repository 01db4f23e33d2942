"""search_jobs: every filter, each place on its own, and words that are spelt or said otherwise."""

from typing import Any

import pytest

from catalog.listings import synonyms
from catalog.listings.spelling import recount_words
from catalog.models import SearchSynonym
from mcp_bridge.call import ToolCall, call_tool
from tests.factories import AUSTIN, BERLIN, DENVER, ROUND_ROCK, make_listing

pytestmark = pytest.mark.usefixtures("board")


@pytest.fixture(autouse=True)
def _own_synonyms() -> Any:
    synonyms.forget()
    yield
    synonyms.forget()


def answer(**arguments: Any) -> dict[str, Any]:
    return call_tool(ToolCall("search_jobs", arguments)).structured


def found(**arguments: Any) -> dict[str, Any]:
    output: dict[str, Any] = answer(**arguments)["output"]
    return output


def titles(**arguments: Any) -> list[str]:
    return sorted(job["title"] for job in found(**arguments)["jobs"])


def in_denver(**fields: Any) -> str:
    return make_listing(place_ids=[DENVER], country="US", region="CO", **fields).public_id or ""


@pytest.mark.promise("TOOL-2")
@pytest.mark.parametrize(
    ("chosen", "left"),
    [
        ({"employment_types": ["part_time"]}, ["Part"]),
        ({"employment_types": ["part_time", "contract"]}, ["Contract", "Part"]),
        ({"seniority": ["senior"]}, ["Senior"]),
        ({"industries": ["healthcare"]}, ["Nurse"]),
        ({"industries": ["hospitals", "retail"]}, ["Nurse", "Seller"]),
        ({"exclude_companies": ["hyde, inc."]}, ["Contract", "Nurse", "Part", "Seller", "Senior"]),
        ({"include_unknown_pay": False, "pay_min": 90_000}, ["Senior"]),
        ({"pay_min": 90_000, "industries": ["food_service"]}, ["Quiet", "Senior"]),
    ],
)
def test_each_filter_leaves_what_it_says(chosen: dict[str, Any], left: list[str]) -> None:
    make_listing(title="Part", employment_type="part_time")
    make_listing(title="Contract", employment_type="contract")
    make_listing(title="Senior", seniority="senior", pay_usd_max=120_000)
    make_listing(title="Nurse", industry="healthcare")
    make_listing(title="Seller", industry="retail")
    make_listing(title="Quiet", company="Hyde", pay_text="", pay_usd_min=None, pay_usd_max=None)
    assert titles(**chosen) == left


@pytest.mark.promise("TOOL-2")
def test_a_filter_that_names_nothing_known_says_that_it_had_no_effect() -> None:
    make_listing()
    output = found(industries=["basketry"], exclude_companies=["Nobody Ltd"])
    assert output["total"] == 1
    assert output["not_applied"] == [
        "industries: “basketry” is no industry of this board.",
        "exclude_companies: “Nobody Ltd” is no employer on this board.",
    ]


@pytest.mark.promise("TOOL-2")
def test_pay_is_compared_in_the_currency_that_was_meant() -> None:
    make_listing(title="Well paid", pay_usd_min=100_000, pay_usd_max=110_000)
    assert titles(pay_min=101_000, pay_currency="USD") == ["Well paid"]
    assert titles(pay_min=10_000_000, pay_currency="JPY") == ["Well paid"]
    assert titles(pay_min=50_000_000, pay_currency="JPY") == []
    error = answer(pay_min=1, pay_currency="XXX")["error"]
    assert error["code"] == "unknown_currency"
    assert "USD" in error["hint"]


@pytest.mark.promise("TOOL-1")
@pytest.mark.parametrize(
    ("radius", "left"),
    [(0, ["Austin"]), (40, ["Austin", "Round Rock"]), (80, ["Austin", "Round Rock"])],
)
def test_the_radius_says_how_far_a_city_reaches(radius: int, left: list[str]) -> None:
    make_listing(title="Austin", place_ids=[AUSTIN])
    make_listing(title="Round Rock", place_ids=[ROUND_ROCK])
    in_denver(title="Denver")
    assert titles(locations=["Austin, TX"], radius_km=radius) == left


@pytest.mark.promise("TOOL-9")
@pytest.mark.parametrize("sort", ["relevance", "newest", "pay_high"])
def test_each_place_in_one_call_gives_what_a_call_for_each_gives(sort: str) -> None:
    for number in range(4):
        pay = 30_000 + 1_000 * number
        make_listing(title=f"Barista {number}", pay_usd_max=pay, industry="retail" if number == 3 else "food_service")
        in_denver(title=f"Barista {number}", pay_usd_max=pay)
    make_listing(title="Barista of both", place_ids=[AUSTIN, DENVER], pay_usd_max=90_000)
    same: dict[str, Any] = {"query": "barista", "sort": sort, "exclude_industries": ["retail"], "limit": 3}
    cities = ["Austin, TX", "Denver, CO", "Berlin"]
    together = found(**same, locations=cities, per_location=True)
    alone = {city: found(**same, locations=[city]) for city in cities}
    assert [place.get("ids", []) for place in together["places"]] == [
        [job["id"] for job in one["jobs"]] for one in alone.values()
    ]
    assert [place["jobs"] for place in together["places"]] == [one["total"] for one in alone.values()]
    assert len({job["id"] for job in together["jobs"]}) == len(together["jobs"])
    assert "next_cursor" not in together


@pytest.mark.promise("TOOL-9")
def test_each_place_stays_within_what_a_result_can_hold_and_has_no_second_page() -> None:
    for _ in range(9):
        make_listing()
    cursor = found(limit=1)["next_cursor"]
    output = found(locations=["Texas", *["Austin, TX"] * 11], per_location=True, limit=25, cursor=cursor)
    assert [len(place["ids"]) for place in output["places"]] == [5] * 12
    assert output["not_applied"] == ["cursor: with per_location each place has one page."]


@pytest.mark.promise("TOOL-10")
def test_a_synonym_finds_both_ways_or_one_as_it_was_set() -> None:
    SearchSynonym.objects.create(term="RN", meanings=["registered nurse"])
    SearchSynonym.objects.create(term="SWE", meanings=["software engineer"], works_both_ways=False)
    make_listing(title="RN, night shift")
    make_listing(title="Registered Nurse")
    make_listing(title="SWE intern")
    make_listing(title="Software Engineer")
    assert titles(query="rn") == titles(query="registered nurses") == ["RN, night shift", "Registered Nurse"]
    assert titles(query="swe") == ["SWE intern", "Software Engineer"]
    assert titles(query="software engineer") == ["Software Engineer"]
    assert titles(query="rn night") == ["RN, night shift"]


@pytest.mark.promise("TOOL-10")
def test_a_search_has_so_many_wordings_and_no_more() -> None:
    for term in "abcdef":
        SearchSynonym.objects.create(term=f"{term}x", meanings=[f"{term}y", f"{term}z"])
    many = synonyms.wordings("ax bx cx dx ex fx")
    assert len(many) == synonyms.MOST_WORDINGS
    assert many[0] == "ax bx cx dx ex fx"


@pytest.mark.promise("TOOL-10")
def test_the_shipped_synonyms_load_once_and_are_words_that_a_search_finds() -> None:
    assert synonyms.load_synonyms() > 60
    SearchSynonym.objects.filter(term="RN").delete()
    assert synonyms.load_synonyms() == 0
    assert not SearchSynonym.objects.filter(term="RN").exists()
    for synonym in SearchSynonym.objects.all():
        for text in (synonym.term, *synonym.meanings):
            make_listing(title=text)
            synonyms.forget()
            assert text in titles(query=text, limit=25), text


@pytest.mark.promise("TOOL-11")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [("regstered nurse", "registered nurse"), ("barsita", "barista"), ("acountant", "accountant"), ("nusre", "nurse")],
)
def test_a_misspelt_search_that_finds_next_to_nothing_is_corrected_and_says_so(typed: str, meant: str) -> None:
    for title in ("Registered Nurse", "Barista", "Accountant"):
        make_listing(title=title)
    recount_words()
    output = found(query=typed)
    assert output["corrected_query"] == meant
    assert len(output["jobs"]) == 1


@pytest.mark.promise("TOOL-11")
def test_a_search_that_finds_enough_and_a_word_that_is_known_stay_as_they_are() -> None:
    for _ in range(3):
        make_listing(title="Baristas")
    make_listing(title="Bariste")
    recount_words()
    assert "corrected_query" not in found(query="bariste")
    assert "corrected_query" not in found(query="astronaut")


@pytest.mark.promise("TOOL-11", "TOOL-3")
def test_the_next_page_of_a_corrected_search_follows() -> None:
    for _ in range(3):
        make_listing(title="Accountant")
    recount_words()
    first = found(query="acountant", limit=2)
    second = found(query="acountant", limit=2, cursor=first["next_cursor"])
    ids = [job["id"] for page in (first, second) for job in page["jobs"]]
    assert len(set(ids)) == len(ids) == 3
    assert answer(query="acuontant", limit=2, cursor="AAAA")["error"]["code"] == "bad_cursor"


@pytest.mark.promise("TOOL-11")
def test_words_of_closed_listings_are_forgotten() -> None:
    make_listing(title="Lamplighter", status="closed", closed_reason="missing")
    make_listing(title="Barista", place_ids=[BERLIN])
    recount_words()
    assert "corrected_query" not in found(query="lamplihgter")


@pytest.mark.promise("TOOL-14")
def test_a_search_that_finds_too_many_says_what_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catalog.listings.matches.CAPPED", 5)
    for number in range(6):
        make_listing(industry="retail" if number < 4 else "healthcare", workplace="remote" if number == 0 else "onsite")
    make_listing(industry="unknown", pay_text="", pay_usd_min=None, pay_usd_max=None)
    output = found(query="barista")
    assert output["outcome"] == "too_many"
    counts = {(facet["filter"], facet["value"]): facet["jobs"] for facet in output["facets"]}
    assert counts == {
        ("industries", "retail"): 4,
        ("industries", "healthcare"): 2,
        ("workplace", "onsite"): 6,
        ("workplace", "remote"): 1,
        ("include_unknown_pay", "true"): 6,
        ("include_unknown_pay", "false"): 1,
        ("exclude_companies", "Morning Star Coffee"): 7,
    }
    assert "facets" not in found(query="barista", industries=["healthcare"])
