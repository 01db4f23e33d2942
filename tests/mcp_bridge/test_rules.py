"""The rules that the shape of the catalogue keeps by construction."""

import dataclasses

import pytest

from catalog.tools.compile import compile_content
from catalog.tools.handler import DataTool, RenderTool, all_handlers
from catalog.tools.shipped import shipped_content
from mcp_bridge.listing import listed_tools
from mcp_bridge.snapshot import snapshots

TOOLS = {tool.name: tool for tool in compile_content(shipped_content()).tools}


@pytest.mark.promise("R3")
def test_a_data_tool_has_no_field_for_a_widget_and_a_render_tool_takes_no_words_to_search() -> None:
    assert "widget" not in {field.name for field in dataclasses.fields(DataTool)}
    for handler in all_handlers():
        if isinstance(handler, RenderTool):
            assert not {"query", "locations", "cursor"} & handler.parameters.model_fields.keys()


@pytest.mark.promise("R3", "R11")
@pytest.mark.usefixtures("board")
def test_only_render_tools_point_at_a_widget_and_no_tool_is_for_apps_only() -> None:
    for item in listed_tools(snapshots.current()):
        ui = item.get("_meta", {}).get("ui", {})
        assert bool(ui.get("resourceUri")) == isinstance(TOOLS[item["name"]].handler, RenderTool)
        assert ui.get("visibility", ["model", "app"]) != ["app"]


@pytest.mark.promise("R4")
def test_a_render_tools_text_says_first_that_it_is_shown_and_where_its_ids_come_from() -> None:
    text = TOOLS["render_jobs"].text.description
    assert text.startswith("The result is shown to the user automatically")
    assert "`items[].id` are values of `jobs[].id` in results of search_jobs" in text


@pytest.mark.promise("R5")
def test_the_shipped_catalogue_is_small() -> None:
    assert len(TOOLS) <= 8
    assert max(len(tool.text.description) for tool in TOOLS.values()) <= 1024
