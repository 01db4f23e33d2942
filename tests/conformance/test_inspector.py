"""The Inspector's command line, in each of its eras: schemas that every host takes, and widgets that it finds."""

import pytest

from mcp_bridge.widgets.shell import MIME_TYPE
from tests.conformance.official import inspected
from tests.mcp_bridge.protocol.web import Web, shipped_names

pytestmark = pytest.mark.conformance
every_era = pytest.mark.parametrize("era", ["legacy", "auto", "modern"])


@every_era
@pytest.mark.promise("CONF-3")
def test_the_inspector_finds_nothing_wrong_with_the_schemas(product: Web, era: str) -> None:
    (listed,) = inspected(product.mcp, era, "tools/list", "--strict")
    assert [tool["name"] for tool in listed["result"]["tools"]] == shipped_names()


@every_era
@pytest.mark.promise("CONF-3")
def test_the_inspector_finds_the_widgets_of_render_tools_alone(product: Web, era: str) -> None:
    told = {app["toolName"]: app for app in inspected(product.mcp, era, "tools/list", "--app-info")}
    assert [name for name in told if told[name]["hasApp"]] == [name for name in told if name.startswith("render_")]
    widget = told["render_jobs"]
    assert widget["resourceMimeType"] == MIME_TYPE
    assert set(map(len, widget["csp"].values())) == {0}


@every_era
@pytest.mark.promise("CONF-3")
def test_the_inspector_calls_a_tool(product: Web, era: str) -> None:
    call = ("--tool-name", "search_jobs", "--tool-args-json", '{"query": "barista"}')
    (answer,) = inspected(product.mcp, era, "tools/call", *call)
    assert answer["result"]["structuredContent"]["output"]["outcome"] == "found"
