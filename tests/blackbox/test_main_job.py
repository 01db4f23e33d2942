"""The main job, black box: a running product, the official client, both eras."""

from typing import Any

import pytest
from mcp import Client
from mcp.client import advertise

from tests.blackbox.product import Product
from tests.postings import whole_text

UI = "io.modelcontextprotocol/ui"
MIME = "text/html;profile=mcp-app"
ERAS = pytest.mark.parametrize("mode", ["auto", "legacy"])

pytestmark = pytest.mark.blackbox


def client(product: Product, mode: str, *, shows_widgets: bool = True) -> Client:
    shown = [advertise(UI, {"mimeTypes": [MIME]})] if shows_widgets else []
    return Client(f"{product.url}/mcp", mode=mode, extensions=shown)


async def answer(connected: Client, name: str, **arguments: Any) -> dict[str, Any]:
    result = await connected.call_tool(name, arguments)
    assert not result.is_error, result.content
    assert result.structured_content is not None
    return result.structured_content


@ERAS
@pytest.mark.promise("MAIN-1", "MAIN-3")
async def test_a_client_lists_searches_reads_and_renders(running: Product, mode: str) -> None:
    async with client(running, mode) as connected:
        tools = {tool.name: tool for tool in (await connected.list_tools()).tools}
        assert {"search_jobs", "get_job_details", "render_jobs"} <= tools.keys()

        found = await answer(connected, "search_jobs", query="barista", locations=["Austin, TX"])
        jobs = found["output"]["jobs"]
        assert len(jobs) >= 5
        assert all("TX" in job["location"] for job in jobs)

        [read] = (await answer(connected, "get_job_details", ids=[jobs[0]["id"]]))["output"]["jobs"]
        assert read["title"] == jobs[0]["title"]
        assert 600 <= len(whole_text(read)) <= 3000

        picked = [{"id": job["id"], "reason": "Close to you."} for job in jobs[:3]]
        shown = await answer(connected, "render_jobs", items=picked)
        assert shown["output"]["outcome"] == "shown"
        assert [job["id"] for job in shown["output"]["jobs"]] == [job["id"] for job in jobs[:3]]

        uri = (tools["render_jobs"].meta or {})["ui"]["resourceUri"]
        [page] = (await connected.read_resource(uri)).contents
        assert page.mime_type == MIME
        assert "<!doctype html>" in page.text.lower()


@ERAS
@pytest.mark.promise("MAIN-1")
async def test_a_client_without_widgets_is_told_to_write_the_list(running: Product, mode: str) -> None:
    async with client(running, mode, shows_widgets=False) as connected:
        found = await answer(connected, "search_jobs", query="registered nurse", limit=2)
        picked = [{"id": job["id"]} for job in found["output"]["jobs"]]
        assert (await answer(connected, "render_jobs", items=picked))["output"]["outcome"] == "to_be_written"


async def test_one_title_in_eight_cities_best_paid_without_an_industry(running: Product) -> None:
    cities = [
        "Austin, TX",
        "Denver, CO",
        "Seattle, WA",
        "Chicago, IL",
        "Boston, MA",
        "Atlanta, GA",
        "Phoenix, AZ",
        "New York",
    ]
    async with client(running, "auto") as connected:
        found = await answer(
            connected,
            "search_jobs",
            query="registered nurse",
            locations=cities,
            exclude_industries=["staffing"],
            sort="pay_high",
        )
    output = found["output"]
    assert [place["asked"] for place in output["places"]] == cities
    assert sum(place["jobs"] > 0 for place in output["places"]) >= 6
    pays = [job["pay"]["usd_year_max"] for job in output["jobs"] if "usd_year_max" in job.get("pay", {})]
    assert pays == sorted(pays, reverse=True)
