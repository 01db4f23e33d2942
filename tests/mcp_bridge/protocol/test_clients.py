"""The official client against the running product, in both protocol eras."""

import json

import pytest
from mcp.shared.exceptions import MCPError

from catalog.models import Release
from mcp_bridge.protocol.greeting import EXTENSIONS
from tests.mcp_bridge.protocol.web import LEGACY, MODERN, Web, client, shipped_names

both_eras = pytest.mark.parametrize(("mode", "protocol"), [("auto", MODERN), ("legacy", LEGACY)])


@both_eras
@pytest.mark.promise("MCP-1")
async def test_a_client_finds_reads_renders_and_reads_the_widget(web: Web, mode: str, protocol: str) -> None:
    async with client(web, mode, shows_widgets=True) as session:
        assert session.protocol_version == protocol
        assert [tool.name for tool in (await session.list_tools()).tools] == shipped_names()
        found = await session.call_tool("search_jobs", {"query": "barista", "locations": ["Austin, TX"]})
        assert json.loads(found.content[0].text) == found.structured_content
        ids = [job["id"] for job in found.structured_content["output"]["jobs"]]
        assert len(ids) == 3
        read = await session.call_tool("get_job_details", {"ids": ids[:1]})
        assert read.structured_content["output"]["jobs"][0]["id"] == ids[0]
        shown = await session.call_tool("render_jobs", {"items": [{"id": pk, "reason": "Near you."} for pk in ids]})
        assert shown.structured_content["output"]["outcome"] == "shown"
        resource = (await session.list_resources()).resources[0]
        document = (await session.read_resource(resource.uri)).contents[0]
        assert document.mime_type == "text/html;profile=mcp-app"
        assert document.text.lower().startswith("<!doctype html>")


@both_eras
@pytest.mark.promise("MCP-2")
async def test_a_client_is_greeted_with_the_release_in_force(rows: None, web: Web, mode: str, protocol: str) -> None:
    async with client(web, mode) as session:
        release = Release.objects.aget(labels="live")
        assert session.instructions == (await release).content["instructions"]
        assert session.server_info.title == "Shortlist demo board"
        assert session.server_capabilities.extensions == EXTENSIONS
        assert session.server_capabilities.tools.list_changed is True


@both_eras
@pytest.mark.promise("MCP-4")
async def test_an_unknown_tool_is_a_protocol_error_that_names_the_known_ones(
    web: Web, mode: str, protocol: str
) -> None:
    async with client(web, mode) as session:
        with pytest.raises(MCPError) as raised:
            await session.call_tool("find_jobs", {})
    assert raised.value.error.code == -32602
    assert raised.value.error.message == f"Unknown tool: find_jobs. Known tools: {', '.join(shipped_names())}."


@pytest.mark.parametrize(("mode", "code"), [("auto", -32602), ("legacy", -32002)])
@pytest.mark.promise("MCP-4")
async def test_an_unknown_resource_is_a_protocol_error(web: Web, mode: str, code: int) -> None:
    async with client(web, mode) as session:
        with pytest.raises(MCPError) as raised:
            await session.read_resource("ui://shortlist/nothing@000000000000.html")
    assert raised.value.error.code == code
    assert raised.value.error.data == {"uri": "ui://shortlist/nothing@000000000000.html"}


@both_eras
async def test_an_old_address_of_a_widget_still_answers(web: Web, mode: str, protocol: str) -> None:
    async with client(web, mode) as session:
        templates = (await session.list_resource_templates()).resource_templates
        assert [template.uri_template for template in templates] == ["ui://shortlist/{widget}@{hash}.html"]
        old = "ui://shortlist/render_jobs@0123456789ab.html"
        assert (await session.read_resource(old)).contents[0].uri == old


@both_eras
async def test_bad_arguments_are_a_result_that_names_the_fields(web: Web, mode: str, protocol: str) -> None:
    async with client(web, mode) as session:
        result = await session.call_tool("search_jobs", {"query": 3, "limit": "many"})
    assert result.is_error
    assert [item["field"] for item in result.structured_content["error"]["fields"]] == ["limit", "query"]
    assert json.loads(result.content[0].text) == result.structured_content


@both_eras
@pytest.mark.promise("MCP-8")
async def test_a_client_without_widgets_is_told_to_write(
    web: Web, job_ids: list[str], mode: str, protocol: str
) -> None:
    async with client(web, mode) as session:
        result = await session.call_tool("render_jobs", {"items": [{"id": job_ids[0]}]})
    assert result.structured_content["output"]["outcome"] == "to_be_written"


@pytest.mark.promise("MCP-17")
async def test_lists_may_be_cached_for_a_minute_by_anyone(web: Web) -> None:
    async with client(web, "auto") as session:
        for listed in (await session.list_tools(), await session.list_resources()):
            assert (listed.ttl_ms, listed.cache_scope) == (60_000, "public")
