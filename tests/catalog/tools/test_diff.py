"""What differs between two contents."""

import pytest

from catalog.tools.classes import changes_of
from catalog.tools.content import CatalogueContent, Direction, ParameterText, ToolText
from catalog.tools.diff import Change, Kind, Piece, changes

TOOL = ToolText(name="search_jobs", handler="search_jobs", title="Search", description="Finds jobs.")


def content(*tools: ToolText, instructions: str = "") -> CatalogueContent:
    return CatalogueContent(instructions=instructions, tools=list(tools))


@pytest.mark.promise("ADMIN-2")
def test_equal_contents_do_not_differ() -> None:
    assert changes(content(TOOL), content(TOOL)) == []


@pytest.mark.promise("ADMIN-2")
def test_every_text_that_differs_is_named_by_tool_and_field() -> None:
    row = ParameterText(name="limit", maximum=10)
    direction = Direction(outcome="found", instruction="Pick.")
    new = TOOL.model_copy(update={"title": "Find", "enabled": False, "parameters": [row], "directions": [direction]})
    found = changes(content(TOOL), content(new, instructions="Hello."))
    assert Change("Server instructions", "instructions", "", "Hello.") in found
    assert Change("search_jobs", "title", "Search", "Find") in found
    assert Change("search_jobs", "enabled", "yes", "no") in found
    assert Change("search_jobs", "parameter limit: maximum", "", "10") in found
    assert Change("search_jobs", "outcome found: instruction", "", "Pick.") in found


@pytest.mark.promise("ADMIN-2", "CAT-10")
def test_a_hidden_row_that_newer_code_brought_is_no_change() -> None:
    hidden = ParameterText(name="seniority", exposed=False)
    old, new = content(TOOL), content(TOOL.model_copy(update={"parameters": [hidden]}))
    assert (changes(old, new), changes_of(old, new)) == ([], ())


@pytest.mark.promise("ADMIN-2")
def test_a_tool_that_is_gone_stands_last_with_its_old_texts() -> None:
    gone = TOOL.model_copy(update={"name": "old_search"})
    found = changes(content(gone, TOOL), content(TOOL.model_copy(update={"title": "Find"})))
    assert found[0].tool == "search_jobs"
    assert Change("old_search", "title", "Search", "") in found


@pytest.mark.parametrize(
    ("old", "new", "pieces"),
    [
        ("Finds jobs.", "Finds open jobs.", [(Kind.SAME, "Finds "), (Kind.NEW, "open "), (Kind.SAME, "jobs.")]),
        ("", "Finds jobs.", [(Kind.NEW, "Finds jobs.")]),
        ("One two three", "Quite another text", [(Kind.OLD, "One two three"), (Kind.NEW, "Quite another text")]),
    ],
)
def test_words_are_compared_one_by_one_unless_the_text_is_another(
    old: str, new: str, pieces: list[tuple[Kind, str]]
) -> None:
    assert Change("tool", "title", old, new).pieces() == [Piece(kind, text) for kind, text in pieces]
