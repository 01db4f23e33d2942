"""Every change of a catalogue, by what it means to connected clients."""

from typing import Any

import pytest

from catalog.tools.classes import ClassedChange, changes_of, worst
from catalog.tools.content import CatalogueContent, Direction, ParameterText, ToolText
from catalog.tools.diff import changes
from catalog.tools.schema_changes import Grade
from catalog.tools.shipped import shipped_content

SAFE, CAREFUL, BREAKING = Grade.SAFE, Grade.CAREFUL, Grade.BREAKING


def tool(name: str = "search_jobs") -> ToolText:
    return next(text for text in shipped_content().tools if text.name == name)


def content(*tools: ToolText) -> CatalogueContent:
    return CatalogueContent(tools=list(tools))


def with_row(name: str, **values: Any) -> ToolText:
    rows = [row.model_copy(update=values) if row.name == name else row for row in tool().parameters]
    return tool().model_copy(update={"parameters": rows})


def classed(new: ToolText, *, old: ToolText | None = None) -> dict[str, tuple[Grade, str]]:
    found = changes_of(content(old or tool()), content(new))
    return {change.field: (change.grade, change.reason) for change in found}


@pytest.mark.promise("REL-3")
def test_equal_contents_hold_no_change() -> None:
    assert changes_of(shipped_content(), shipped_content()) == ()
    assert worst(()) == SAFE


@pytest.mark.promise("REL-3")
@pytest.mark.parametrize(
    ("values", "grade"),
    [
        ({"title": "Find jobs"}, SAFE),
        ({"description": "Finds jobs."}, SAFE),
        ({"order": 11}, SAFE),
        ({"invoking_text": "Looking…"}, SAFE),
        ({"aliases": ["find_jobs"]}, SAFE),
        ({"directions": [Direction(outcome="found", instruction="Pick.")]}, SAFE),
        ({"read_only_hint": False}, BREAKING),
        ({"open_world_hint": False}, BREAKING),
    ],
)
def test_words_are_safe_and_hints_are_not(values: dict[str, Any], grade: Grade) -> None:
    assert worst(changes_of(content(tool()), content(tool().model_copy(update=values)))) == grade


@pytest.mark.promise("REL-3")
@pytest.mark.parametrize(
    ("name", "values", "field", "grade"),
    [
        ("sort", {"exposed": False}, "exposed", BREAKING),
        ("workplace", {"fixed": ["remote"]}, "fixed", BREAKING),
        ("sort", {"allowed": ["newest"]}, "allowed", BREAKING),
        ("workplace", {"allowed": ["remote"]}, "allowed", BREAKING),
        ("limit", {"maximum": 5}, "maximum", BREAKING),
        ("limit", {"minimum": 5}, "minimum", BREAKING),
        ("locations", {"minimum": 1}, "minimum", BREAKING),
        ("limit", {"default": 5}, "default", CAREFUL),
        ("query", {"description": "Words."}, "description", SAFE),
    ],
)
def test_a_parameter_that_takes_less_breaks_calls_that_were_right(
    name: str, values: dict[str, Any], field: str, grade: Grade
) -> None:
    there, back = classed(with_row(name, **values)), classed(tool(), old=with_row(name, **values))
    assert {key: found[0] for key, found in there.items()} == {f"parameter {name}: {field}": grade}
    expected = CAREFUL if field == "default" else SAFE
    assert {key: found[0] for key, found in back.items()} == {f"parameter {name}: {field}": expected}


@pytest.mark.promise("REL-3")
def test_what_no_client_sees_is_careful_only_where_calls_do_something_else() -> None:
    remote, hybrid = with_row("workplace", fixed=["remote"]), with_row("workplace", fixed=["hybrid"])
    assert classed(hybrid, old=remote)["parameter workplace: fixed"][0] == CAREFUL
    hidden = with_row("sort", exposed=False)
    worded = with_row("sort", exposed=False, description="An order.")
    assert classed(worded, old=hidden)["parameter sort: description"] == (SAFE, "No client sees it.")


@pytest.mark.promise("REL-3")
def test_new_tools_are_careful_and_lost_ones_break() -> None:
    details = tool("get_job_details")
    assert changes_of(content(tool()), content(tool(), details))[0].grade == CAREFUL
    (gone,) = changes_of(content(tool(), details), content(tool()))
    assert (gone.tool, gone.field, gone.grade) == ("get_job_details", "tool", BREAKING)
    off = details.model_copy(update={"enabled": False})
    assert changes_of(content(tool(), details), content(tool(), off)) == (gone,)


@pytest.mark.promise("REL-3", "REL-9")
def test_a_rename_breaks_unless_the_old_name_stays_as_an_alias() -> None:
    bare = tool().model_copy(update={"name": "find_jobs"})
    lost = changes_of(content(tool()), content(bare))[-1]
    assert lost.grade == BREAKING
    assert lost.reason.endswith("If it is now find_jobs, add search_jobs to the aliases there.")
    kept = changes_of(content(tool()), content(bare.model_copy(update={"aliases": ["search_jobs"]})))
    assert [(change.tool, change.field, change.grade) for change in kept] == [
        ("find_jobs", "name", CAREFUL),
        ("find_jobs", "aliases", SAFE),
    ]
    assert (
        worst(changes_of(content(tool().model_copy(update={"aliases": ["old_search"]})), content(tool()))) == BREAKING
    )


@pytest.mark.promise("REL-3")
def test_an_alias_is_no_excuse_for_a_tool_that_takes_less() -> None:
    remote = with_row("workplace", fixed=["remote"])
    heir = remote.model_copy(update={"name": "remote_jobs", "aliases": ["search_jobs"]})
    assert worst(changes_of(content(tool()), content(heir))) == BREAKING
    old = remote.model_copy(update={"name": "remote_jobs"})
    merged = changes_of(content(tool(), old), content(old.model_copy(update={"aliases": ["search_jobs"]})))
    assert (merged[-1].tool, merged[-1].grade) == ("search_jobs", BREAKING)


@pytest.mark.promise("REL-3")
def test_other_code_under_a_name_breaks_what_was_read_by_the_old_schema() -> None:
    other = tool("get_job_details").model_copy(update={"name": "search_jobs"})
    found = changes_of(content(tool()), content(other))
    graded = {change.field: change.grade for change in found}
    assert graded["handler"] == BREAKING
    assert graded["output.total"] == BREAKING


@pytest.mark.promise("REL-3")
def test_what_no_longer_fits_the_code_is_said_to_be_incomparable() -> None:
    stray = tool().model_copy(update={"parameters": [*tool().parameters, ParameterText(name="salary")]})
    assert {found[0] for found in classed(tool(), old=stray).values()} == {CAREFUL}


@pytest.mark.promise("REL-3")
def test_every_difference_that_the_diff_shows_of_a_tool_is_classed() -> None:
    new = with_row("limit", maximum=5, default=3, description="Few.").model_copy(
        update={"title": "Find", "widget": "", "destructive_hint": True, "directions": [], "aliases": ["look_for_jobs"]}
    )
    old, after = content(tool()), content(new)
    shown = {(change.tool, change.field, change.old, change.new) for change in changes(old, after)}
    assert {(item.tool, item.field, item.old, item.new) for item in changes_of(old, after)} >= shown


def test_a_change_is_stored_as_plain_json() -> None:
    assert ClassedChange("search_jobs", "title", SAFE, "Words.", "a", "b").as_json() == {
        "tool": "search_jobs", "field": "title", "grade": "safe", "reason": "Words.", "old": "a", "new": "b",
    }  # fmt: skip
