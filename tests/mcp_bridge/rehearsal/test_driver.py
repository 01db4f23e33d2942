"""The driver on real results of the spine: what it does next is what the release says."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from mcp_bridge.rehearsal.driver import Driver, PlannedCall, Words
from mcp_bridge.rehearsal.moves import Answer, Move, suggestions
from mcp_bridge.rehearsal.wishes import Wish
from tests.factories import DENVER, make_listing
from tests.mcp_bridge.rehearsal.stage import answered, called, steps, tools, worded

pytestmark = pytest.mark.usefixtures("board")

TWO_CITIES = Wish("Baristas in two cities.", titles=("barista",), cities=("Austin, TX", "Denver, CO"))


@pytest.fixture(autouse=True)
def _two_cities(board: None) -> None:
    make_listing()
    make_listing(place_ids=[DENVER], region="CO", location="Denver, CO, United States")


@pytest.mark.promise("REHEARSE-2")
def test_it_searches_every_city_and_shows_once() -> None:
    taken = steps(Driver(TWO_CITIES, tools()))
    assert called(taken) == ["search_jobs", "search_jobs", "render_jobs"]
    assert [step.arguments["locations"] for step in taken[:2] if isinstance(step, PlannedCall)] == [
        ["Austin, TX"],
        ["Denver, CO"],
    ]


@pytest.mark.promise("REHEARSE-2")
@pytest.mark.parametrize(
    ("instruction", "calls"),
    [
        ("Show the best with render_jobs.", ["search_jobs", "render_jobs"]),
        ("Read the promising ones.", ["search_jobs", "get_job_details", "render_jobs"]),
        ("Search again for what is still open.", ["search_jobs", "search_jobs"]),
        ("Well done.", ["search_jobs"]),
        ("", ["search_jobs"]),
    ],
)  # fmt: skip
def test_another_direction_is_another_next_call(instruction: str, calls: list[str]) -> None:
    worded("found", instruction)
    taken = steps(Driver(replace(TWO_CITIES, reads_closely=True), tools()))
    assert called(taken) == calls
    if calls[-1] != "render_jobs":
        assert taken[-1] == Words("No direction says what to do next.")


@pytest.mark.promise("REHEARSE-3")
def test_what_it_passes_on_comes_from_results() -> None:
    driver = Driver(TWO_CITIES, tools())
    first = driver.first()
    found = answered(first)
    second = driver.next(found, is_on_screen=False)
    show = driver.next(answered(second), is_on_screen=False)
    assert isinstance(show, PlannedCall)
    assert isinstance(second, PlannedCall)
    [job] = found.output["jobs"]
    assert second.arguments["shortlist"] == show.arguments["shortlist"] == found.output["shortlist"]
    assert show.arguments["items"][0] == {
        "id": job["id"],
        "reason": f"No. 1 of {found.output['total']} in Austin, TX by match, posted {job['posted']}.",
        "highlight": job["highlight"],
    }


@pytest.mark.promise("REHEARSE-2")
def test_it_drops_the_filter_that_a_direction_names_if_the_user_can_do_without() -> None:
    old = make_listing(title="Astronaut", posted_at=timezone.now() - timedelta(days=60))
    wish = Wish(
        "An astronaut's job.", titles=("astronaut",), cities=("Austin, TX",), posted_within_days=7, leaving_out=("retail",)
    )  # fmt: skip
    taken = steps(Driver(wish, tools()))
    first, second, show = (step for step in taken if isinstance(step, PlannedCall))
    assert first.arguments["posted_within_days"] == 7
    assert "posted_within_days" not in second.arguments
    assert second.arguments["exclude_industries"] == ["retail"]
    assert [item["id"] for item in show.arguments["items"]] == [old.public_id]


@pytest.mark.promise("REHEARSE-2")
def test_it_does_not_drop_what_the_user_insists_on() -> None:
    assert called(steps(Driver(replace(TWO_CITIES, leaving_out=("food service",)), tools()))) == ["search_jobs"] * 2


@pytest.mark.promise("REHEARSE-2")
def test_it_names_a_place_more_precisely_where_candidates_are_given() -> None:
    unclear = Answer(
        "search_jobs",
        {
            "output": {
                "outcome": "places_unclear",
                "jobs": [],
                "unclear_places": [{"asked": "Springfield", "candidates": ["Springfield, IL, United States"]}],
            },
            "agent_directions": {"assistant_instruction": "Search again with the place written as city and region."},
        },
        "",
    )
    driver = Driver(Wish("There.", titles=("barista",), cities=("Springfield",)), tools())
    driver.first()
    step = driver.next(unclear, is_on_screen=False)
    assert isinstance(step, PlannedCall)
    assert step.arguments["locations"] == ["Springfield, IL, United States"]


@pytest.mark.promise("REHEARSE-2")
def test_without_widgets_it_writes_the_list_that_it_is_told_to_write() -> None:
    last = steps(Driver(TWO_CITIES, tools()), shows_widgets=False)[-1]
    assert isinstance(last, Words)
    assert [job["url"].startswith("http") for job in last.lists] == [True, True]


@pytest.mark.promise("REHEARSE-2")
def test_what_a_user_points_at_is_asked_of_the_tool_whose_text_says_that_it_knows() -> None:
    wish = Wish("Write a letter for this one.", about="this one")
    assert called([Driver(wish, tools()).first()]) == ["get_shortlist"]
    assert Driver(replace(wish, about="my cousin"), tools()).first() == Words(
        "No tool says what it knows about “my cousin”."
    )


def test_words_count_only_after_their_outcome_and_in_their_order() -> None:
    def told(outcome: str, instruction: str) -> list[Move]:
        structured = {"output": {"outcome": outcome}, "agent_directions": {"assistant_instruction": instruction}}
        return [suggestion.move for suggestion in suggestions(Answer("x", structured, ""))]

    assert told("found", "Show the best, or search again.") == [Move.SHOW, Move.SEARCH]
    assert told("nothing_found", "Search again without pay_min.") == [Move.LOOSEN, Move.SEARCH]
    assert told("found", "Search again without pay_min.") == [Move.SEARCH]
    assert told("shown", "The list is on the user's screen.") == []
