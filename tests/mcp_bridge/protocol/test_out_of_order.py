"""A release that newer code no longer fits, served by a real process: the rest works, in both eras."""

from collections.abc import Iterator

import httpx2
import pytest

from catalog.models import Release
from catalog.tools.labels import live_release, move_label
from catalog.tools.publish import next_number, release_content
from tests.mcp_bridge.protocol.test_faults import check
from tests.mcp_bridge.protocol.web import Web, client, modern, post, request, shipped_names
from tests.waiting import wait_until


@pytest.fixture
def unfit(rows: None) -> Iterator[int]:
    """The number of a live release whose `render_jobs` is of a handler that this code hasn't."""
    before = live_release()
    assert before is not None
    content = release_content(before)
    tools = [
        tool.model_copy(update={"handler": "paint_jobs", "widget": "canvas"}) if tool.name == "render_jobs" else tool
        for tool in content.tools
    ]
    content = content.model_copy(update={"tools": tools})
    release = Release.objects.create(
        number=next_number(), content=content.model_dump(mode="json"), sha256=content.sha256(), parent=before
    )
    move_label(name="live", release=release, user=None)
    yield release.number
    move_label(name="live", release=before, user=None)


@pytest.mark.promise("REL-15", "REL-11")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_rest_is_listed_and_answers(unfit: int, web: Web, mode: str) -> None:
    wait_until(lambda: httpx2.get(f"{web.url}/readyz").json()["release"] == unfit)
    async with client(web, mode) as session:
        listed = [tool.name for tool in (await session.list_tools()).tools]
        found = await session.call_tool("search_jobs", {"query": "barista"})
    assert listed == [name for name in shipped_names() if name != "render_jobs"]
    assert found.structured_content is not None
    assert found.structured_content["output"]["total"] > 0
    ready = httpx2.get(f"{web.url}/readyz")
    assert (ready.status_code, ready.json()["status"]) == (200, "degraded")
    assert ready.json()["checks"]["misfits"] == [
        "render_jobs is left out: render_jobs.handler: No handler is named “paint_jobs”."
    ]
    assert f"Release {unfit} no longer fits the code. render_jobs is left out" in web.log.read_text()


@pytest.mark.promise("REL-15")
def test_a_call_of_what_is_out_of_order_is_a_protocol_error_that_says_so(unfit: int, web: Web) -> None:
    wait_until(lambda: httpx2.get(f"{web.url}/readyz").json()["release"] == unfit)
    params = {"name": "render_jobs", "arguments": {"items": [{"id": "1"}]}}
    message, headers = modern("tools/call", params)
    for era, answer in (
        ("modern", post(web, message, **headers)),
        ("legacy", post(web, request("tools/call", params))),
    ):
        check("protocol", "out_of_order", era, answer)
        assert answer.json()["error"]["message"].startswith("The tool render_jobs is out of order for now. Tools that")
