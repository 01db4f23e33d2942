"""Releases against later code: what fits is served, what can't keep its promise isn't, and all that is lost is named."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalog.errors import ShortlistError
from catalog.tools.compile import CompiledTool, compile_content
from catalog.tools.content import CatalogueContent, ParameterText, ToolText
from catalog.tools.fitting import FittingCatalogue, fit_content, misfits_of
from catalog.tools.handler import all_handlers
from catalog.tools.publish import frozen_content
from catalog.tools.shipped import shipped_content
from tests.later_code import Lost, later_code

SHIPPED = {tool.name: tool for tool in frozen_content(shipped_content()).tools}


def preset(name: str, parameter: str, *, of: str = "search_jobs", **said: Any) -> ToolText:
    """A second tool of the same handler that says something of one parameter."""
    rows = [row.model_copy(update=said) if row.name == parameter else row for row in SHIPPED[of].parameters]
    return SHIPPED[of].model_copy(update={"name": name, "parameters": rows})


REMOTE = preset("remote_jobs", "workplace", fixed=["remote"])
RELEASE = CatalogueContent(
    instructions="A board.",
    tools=[
        *SHIPPED.values(),
        REMOTE,
        preset("newest_jobs", "sort", exposed=False, default="newest"),
        preset("jobs_by_date", "sort", allowed=["newest", "relevance"]),
        preset("a_few_jobs", "limit", maximum=5),
        preset("many_jobs_at_once", "limit", minimum=10),
        preset("jobs_without_pages", "cursor", exposed=False),
        preset("one_posting", "ids", of="get_job_details", maximum=1),
    ],
)


def without(**lost: Any) -> dict[str, Lost]:
    return {"search_jobs": Lost(**lost)}


def served(content: CatalogueContent = RELEASE) -> dict[str, CompiledTool]:
    return {tool.name: tool for tool in fit_content(content).tools}


@pytest.mark.promise("REL-15")
def test_nothing_is_lost_while_the_code_is_the_same() -> None:
    found = fit_content(RELEASE)
    assert found.tools == compile_content(RELEASE).tools
    assert (found.misfits, found.out_of_order) == ((), frozenset())


@pytest.mark.promise("REL-15")
def test_a_tool_whose_handler_is_gone_is_left_out_and_the_others_are_served() -> None:
    with later_code({"render_jobs": Lost(handler=True)}):
        found = fit_content(shipped_content())
    assert [tool.name for tool in found.tools] == [name for name in SHIPPED if name != "render_jobs"]
    assert found.out_of_order == {"render_jobs"}
    assert [str(misfit) for misfit in found.misfits] == [
        "render_jobs is left out: render_jobs.handler: No handler is named “render_jobs”."
    ]


@pytest.mark.promise("REL-15")
def test_a_fixed_parameter_that_is_gone_takes_its_tool_out_and_no_other() -> None:
    with later_code(without(parameters={"workplace"})):
        tools = served()
    assert "remote_jobs" not in tools
    assert "workplace" not in tools["search_jobs"].input_schema["properties"]
    assert tools["newest_jobs"].defaults == {"sort": "newest"}


@pytest.mark.promise("REL-15")
@pytest.mark.parametrize(
    ("lost", "tool"), [("sort", "newest_jobs"), ("sort", "jobs_by_date"), ("limit", "a_few_jobs"), ("limit", "")]
)
def test_a_default_a_narrower_list_or_a_bound_is_a_promise_too(lost: str, tool: str) -> None:
    with later_code(without(parameters={lost})):
        tools = served()
    assert tool not in tools
    assert lost not in tools["search_jobs"].input_schema["properties"]


@pytest.mark.promise("REL-15")
def test_a_hidden_parameter_that_is_gone_is_no_loss() -> None:
    with later_code(without(parameters={"cursor"})):
        assert "jobs_without_pages" in served()


@pytest.mark.promise("REL-15")
def test_words_for_what_no_longer_happens_go_alone() -> None:
    with later_code(without(outcomes={"nothing_found"})):
        found = fit_content(shipped_content())
    search = found.tools[0]
    assert "nothing_found" not in search.directions
    assert search.directions.keys() == {"found", "narrowed", "too_many", "places_unclear"}
    (misfit,) = found.misfits
    assert str(misfit).startswith("search_jobs.nothing_found is left out: search_jobs knows the outcomes found,")


@pytest.mark.promise("REL-15")
def test_words_with_a_placeholder_that_is_gone_go_alone() -> None:
    words = [
        item.model_copy(update={"reason": "{salary}"}) if item.outcome == "found" else item
        for item in SHIPPED["search_jobs"].directions
    ]
    (tool,) = served(CatalogueContent(tools=[SHIPPED["search_jobs"].model_copy(update={"directions": words})])).values()
    assert "found" not in tool.directions
    assert "too_many" in tool.directions


@pytest.mark.promise("REL-15")
@pytest.mark.parametrize(
    ("said", "schema"),
    [
        ({"allowed": ["newest", "cheapest"]}, {"enum": ["newest"]}),
        ({"allowed": ["cheapest"]}, None),
        ({"fixed": "cheapest"}, None),
        ({"default": "cheapest"}, None),
    ],
)
def test_a_list_is_served_as_far_as_it_fits_and_a_value_that_is_gone_takes_the_tool_out(
    said: dict[str, Any], schema: dict[str, Any] | None
) -> None:
    tools = served(CatalogueContent(tools=[SHIPPED["get_shortlist"], preset("sorted_jobs", "sort", **said)]))
    if schema is None:
        assert "sorted_jobs" not in tools
    else:
        assert tools["sorted_jobs"].input_schema["properties"]["sort"].items() >= schema.items()


@pytest.mark.promise("REL-15")
def test_where_the_code_takes_less_its_own_bound_holds() -> None:
    tools = served(CatalogueContent(tools=[preset("many_jobs", "limit", maximum=500)]))
    assert tools["many_jobs"].input_schema["properties"]["limit"]["maximum"] == 25
    tools = served(CatalogueContent(tools=[preset("any_jobs", "limit", minimum=0)]))
    assert tools["any_jobs"].input_schema["properties"]["limit"]["minimum"] == 1


@pytest.mark.promise("REL-15")
def test_a_lower_bound_above_all_that_the_code_takes_takes_the_tool_out() -> None:
    tools = served(CatalogueContent(tools=[SHIPPED["get_shortlist"], preset("all_jobs", "limit", minimum=30)]))
    assert "all_jobs" not in tools


@pytest.mark.promise("REL-15")
@pytest.mark.parametrize(
    "changes",
    [
        {"widget": "hologram"},
        {"parameters": [ParameterText(name="items", exposed=False)]},
    ],
)
def test_a_widget_that_is_gone_and_a_value_that_is_needed_now_take_the_tool_out(changes: dict[str, Any]) -> None:
    content = CatalogueContent(
        tools=[
            SHIPPED["get_shortlist"],
            SHIPPED["render_jobs"].model_copy(update={**changes, "aliases": ["show_jobs"]}),
        ]
    )
    assert list(served(content)) == ["get_shortlist"]
    assert fit_content(content).out_of_order == {"render_jobs", "show_jobs"}


@pytest.mark.promise("REL-15")
def test_an_alias_that_is_taken_goes_alone() -> None:
    first, second = SHIPPED["search_jobs"], SHIPPED["get_shortlist"]
    aliases = {"aliases": ["get_shortlist", "find_work"]}
    tools = served(CatalogueContent(tools=[first.model_copy(update=aliases), second]))
    assert tools["search_jobs"].text.aliases == ["find_work"]


@pytest.mark.promise("REL-15")
def test_of_two_tools_with_one_name_neither_is_served() -> None:
    twice = [SHIPPED["search_jobs"], preset("search_jobs", "workplace", fixed=["remote"])]
    assert list(served(CatalogueContent(tools=[*twice, SHIPPED["get_shortlist"]]))) == ["get_shortlist"]


@pytest.mark.promise("CAT-3", "REL-15")
def test_where_nothing_fits_it_is_said_as_it_would_be_of_a_draft() -> None:
    content = CatalogueContent(tools=[SHIPPED["search_jobs"].model_copy(update={"handler": "search_cars"})])
    with pytest.raises(ShortlistError, match="No handler is named “search_cars”") as caught:
        fit_content(content)
    assert caught.value.code == "draft_invalid"
    assert [misfit.takes_tool_out for misfit in misfits_of(content)] == [True]
    assert fit_content(CatalogueContent()).tools == ()


def losses(handler: Any) -> st.SearchStrategy[Lost]:
    return st.builds(
        Lost,
        handler=st.sampled_from([False, False, False, True]),
        parameters=st.sets(st.sampled_from(sorted(handler.parameters.model_fields)), max_size=2),
        outcomes=st.sets(st.sampled_from([outcome.code for outcome in handler.outcomes]), max_size=2),
    )


@pytest.mark.promise("REL-15", "REL-11", "CAT-3")
@settings(max_examples=100)
@given(st.fixed_dictionaries({}, optional={handler.name: losses(handler) for handler in all_handlers()}))
def test_whatever_the_code_loses_the_rest_is_served_and_every_loss_is_named(lost: dict[str, Lost]) -> None:
    with later_code(lost):
        named = {misfit.problem.field for misfit in misfits_of(RELEASE)}
        assert set(expected_names(lost)) == named
        keepers = {tool.name for tool in RELEASE.tools if keeps_its_promise(tool, lost.get(tool.handler, Lost()))}
        if not keepers:
            with pytest.raises(ShortlistError):
                fit_content(RELEASE)
            return
        found = fit_content(RELEASE)
        assert {tool.name for tool in found.tools} == keepers
        check(found)
        if named:
            with pytest.raises(ShortlistError) as caught:
                compile_content(RELEASE)
            assert {problem.field for problem in caught.value.fields} == named


def check(found: FittingCatalogue) -> None:
    """What is served compiles, has nothing that the code hasn't, and keeps every value that it was published with."""
    rest = CatalogueContent(instructions=found.instructions, tools=[tool.text for tool in found.tools])
    assert compile_content(rest).tools == found.tools
    published = {tool.name: tool for tool in RELEASE.tools}
    for tool in found.tools:
        fields = tool.handler.parameters.model_fields
        assert tool.input_schema["properties"].keys() <= fields.keys()
        assert tool.directions.keys() <= {outcome.code for outcome in tool.handler.outcomes}
        texts = {row.name: row for row in published[tool.name].parameters}
        assert tool.fixed == {name: row.fixed for name, row in texts.items() if row.fixed is not None}
        assert tool.defaults == {name: row.default for name, row in texts.items() if row.default is not None}
        assert tool.settled >= {name for name, row in texts.items() if not row.exposed and name in fields}


def keeps_its_promise(tool: ToolText, lost: Lost) -> bool:
    said = {row.name for row in tool.parameters if promises(row)}
    return not lost.handler and not said & set(lost.parameters)


def promises(row: ParameterText) -> bool:
    return any(value is not None for value in (row.fixed, row.default, row.allowed, row.minimum, row.maximum))


def expected_names(lost: dict[str, Lost]) -> Iterator[str]:
    for tool in RELEASE.tools:
        loss = lost.get(tool.handler, Lost())
        if loss.handler:
            yield f"{tool.name}.handler"
            continue
        texts = {row.name for row in tool.parameters if row.exposed or promises(row)} & set(loss.parameters)
        words = {direction.outcome for direction in tool.directions} & set(loss.outcomes)
        yield from (f"{tool.name}.{name}" for name in texts | words)
