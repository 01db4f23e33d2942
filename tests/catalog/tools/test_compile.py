"""Drafts against the code: what a client gets, and what is refused."""

import json

import pytest

from catalog.errors import ShortlistError
from catalog.tools.compile import CompiledTool, compile_content
from catalog.tools.content import CatalogueContent, Direction, ParameterText, ToolText
from catalog.tools.shipped import shipped_content


def search_text(**changes: object) -> ToolText:
    shipped = next(tool for tool in shipped_content().tools if tool.name == "search_jobs")
    return shipped.model_copy(update=changes)


def compiled(tool: ToolText) -> CompiledTool:
    return compile_content(CatalogueContent(tools=[tool])).tools[0]


def problems(*tools: ToolText) -> dict[str, str]:
    with pytest.raises(ShortlistError) as caught:
        compile_content(CatalogueContent(tools=list(tools)))
    assert caught.value.code == "draft_invalid"
    return {problem.field: problem.problem for problem in caught.value.fields}


def with_parameter(name: str, **changes: object) -> ToolText:
    tool = search_text()
    rows = [row.model_copy(update=changes) if row.name == name else row for row in tool.parameters]
    return tool.model_copy(update={"parameters": rows})


@pytest.mark.promise("CAT-11")
def test_the_shipped_texts_compile_in_their_order() -> None:
    tools = compile_content(shipped_content()).tools
    assert [tool.text.order for tool in tools] == sorted(tool.text.order for tool in tools)
    assert tools[0].name == "search_jobs"
    assert [tool.name for tool in tools if tool.widget] == ["render_jobs", "render_featured_job"]
    assert not any(tool.widget for tool in tools[:-2])  # first what finds, then what shows


@pytest.mark.promise("CAT-11")
def test_the_comparison_is_shipped_switched_off() -> None:
    off = {tool.name for tool in shipped_content().tools if not tool.enabled}
    assert off == {"render_comparison"}


@pytest.mark.promise("CAT-11")
def test_every_outcome_of_every_handler_is_worded_by_the_shipped_texts() -> None:
    for tool in compile_content(shipped_content()).tools:
        assert set(tool.directions) == {outcome.code for outcome in tool.handler.outcomes}


@pytest.mark.promise("CAT-7")
def test_schemas_hold_no_anyof_and_no_reference() -> None:
    for tool in compile_content(shipped_content()).tools:
        wire = json.dumps([tool.input_schema, tool.output_schema])
        assert "anyOf" not in wire
        assert "$ref" not in wire
        assert tool.input_schema["additionalProperties"] is False


@pytest.mark.promise("CAT-7")
def test_texts_and_annotations_come_from_the_draft() -> None:
    tool = compiled(search_text(title="Find work", open_world_hint=False))
    assert tool.annotations["title"] == "Find work"
    assert tool.annotations["openWorldHint"] is False
    assert all(
        isinstance(tool.annotations[hint], bool) for hint in ("readOnlyHint", "destructiveHint", "idempotentHint")
    )


@pytest.mark.promise("CAT-6")
def test_a_hidden_parameter_is_not_listed() -> None:
    tool = compiled(with_parameter("pay_min", exposed=False))
    assert "pay_min" not in tool.input_schema["properties"]


@pytest.mark.promise("CAT-6", "CAT-8")
def test_a_fixed_value_makes_a_second_tool_from_the_same_handler() -> None:
    remote = with_parameter("workplace", fixed=["remote"]).model_copy(update={"name": "search_remote_jobs"})
    tools = compile_content(CatalogueContent(tools=[search_text(), remote])).tools
    second = next(tool for tool in tools if tool.name == "search_remote_jobs")
    assert second.fixed == {"workplace": ["remote"]}
    assert "workplace" not in second.input_schema["properties"]


@pytest.mark.promise("CAT-6")
def test_values_bounds_and_defaults_can_be_narrowed() -> None:
    assert compiled(with_parameter("sort", allowed=["newest"])).input_schema["properties"]["sort"]["enum"] == ["newest"]
    assert compiled(with_parameter("workplace", allowed=["remote"])).input_schema["properties"]["workplace"][
        "items"
    ] == {
        "enum": ["remote"],
        "type": "string",
    }
    assert compiled(with_parameter("limit", maximum=5, default=5)).input_schema["properties"]["limit"]["maximum"] == 5
    assert compiled(with_parameter("locations", maximum=3)).input_schema["properties"]["locations"]["maxItems"] == 3
    assert compiled(with_parameter("limit", minimum=5)).input_schema["properties"]["limit"]["minimum"] == 5
    assert compiled(with_parameter("locations", minimum=1)).input_schema["properties"]["locations"]["minItems"] == 1
    assert compiled(with_parameter("query", minimum=2)).input_schema["properties"]["query"]["minLength"] == 2
    assert (
        compiled(with_parameter("query", description="Words.")).input_schema["properties"]["query"]["description"]
        == "Words."
    )


@pytest.mark.promise("CAT-3")
@pytest.mark.parametrize(
    ("name", "values", "problem"),
    [
        ("limit", {"minimum": 0}, "The code takes 1 or more."),
        ("include_unknown_pay", {"minimum": 1}, "This parameter has no size to bound."),
        ("locations", {"minimum": -1}, "The code takes 0 or more."),
        ("limit", {"minimum": 26}, "Nothing would be taken: the maximum is 25."),
        ("limit", {"minimum": 6, "maximum": 5}, "Nothing would be taken: the maximum is 5."),
    ],
)
def test_a_lower_bound_narrows_and_leaves_something_to_take(name: str, values: dict[str, int], problem: str) -> None:
    assert problems(with_parameter(name, **values)) == {f"search_jobs.{name}.minimum": problem}


@pytest.mark.promise("CAT-10")
def test_a_parameter_that_the_draft_does_not_know_starts_hidden() -> None:
    tool = search_text()
    older = tool.model_copy(update={"parameters": [row for row in tool.parameters if row.name != "sort"]})
    assert "sort" not in compiled(older).input_schema["properties"]


@pytest.mark.promise("CAT-3")
def test_every_problem_is_named_at_once_by_tool_and_field() -> None:
    wrong = with_parameter("limit", maximum=500)
    wrong = wrong.model_copy(
        update={
            "parameters": [*wrong.parameters, ParameterText(name="salary")],
            "directions": [*wrong.directions, Direction(outcome="exploded", instruction="Run.")],
        }
    )
    found = problems(wrong)
    assert found["search_jobs.limit.maximum"] == "The code takes at most 25."
    assert found["search_jobs.salary"] == "search_jobs has no such parameter. Hide it, and empty its values."
    assert found["search_jobs.exploded"].startswith("search_jobs knows the outcomes found,")


@pytest.mark.promise("CAT-3")
@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"default": "cheapest"}, "search_jobs.sort.default"),
        ({"fixed": 7}, "search_jobs.sort.fixed"),
        ({"allowed": ["newest", "cheapest"]}, "search_jobs.sort.allowed"),
    ],
)
def test_values_that_the_handler_would_refuse_are_refused_in_the_draft(changes: dict[str, object], field: str) -> None:
    assert list(problems(with_parameter("sort", **changes))) == [field]


@pytest.mark.promise("CAT-3")
def test_an_unknown_handler_and_a_name_used_twice_are_refused() -> None:
    found = problems(search_text(handler="search_cars"), search_text())
    assert found["search_jobs.handler"] == "No handler is named “search_cars”."
    assert found["search_jobs.name"] == "Two tools have this name."


@pytest.mark.promise("CAT-3")
def test_a_required_parameter_may_not_be_hidden_without_a_value() -> None:
    details = next(tool for tool in shipped_content().tools if tool.name == "get_job_details")
    hidden = [row.model_copy(update={"exposed": False}) if row.name == "ids" else row for row in details.parameters]
    assert "get_job_details.ids" in problems(details.model_copy(update={"parameters": hidden}))


@pytest.mark.promise("CAT-4")
def test_a_data_tool_with_a_widget_is_refused() -> None:
    assert "search_jobs.widget" in problems(search_text(widget="render_jobs"))


@pytest.mark.promise("CAT-5")
@pytest.mark.parametrize(
    "text", ["Show {title}.", "{shown.__class__}", "{shown!r}", "{shown:>9}", "{}", "{0}", "Only {shown"]
)
def test_a_placeholder_that_the_outcome_does_not_declare_is_refused(text: str) -> None:
    tool = search_text(directions=[Direction(outcome="found", instruction=text)])
    assert list(problems(tool)) == ["search_jobs.found.instruction"]


def test_a_brace_that_is_meant_may_be_written_twice() -> None:
    tool = compiled(search_text(directions=[Direction(outcome="found", instruction="{{literally}} {shown}")]))
    assert tool.directions["found"].instruction.format_map({"shown": 3}) == "{literally} 3"


def test_disabled_tools_are_not_compiled() -> None:
    assert compile_content(CatalogueContent(tools=[search_text(enabled=False, handler="gone")])).tools == ()
