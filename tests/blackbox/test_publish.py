"""A word changed in the admin, by a person in a browser, is what two web processes serve a second later."""

import http.client
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from mcp import Client
from playwright.sync_api import Page, sync_playwright

from tests.blackbox.product import Product
from tests.browser.conftest import FLAGS, chromium

pytestmark = [pytest.mark.blackbox, pytest.mark.browser]

DESCRIPTION = "Finds open jobs. A text that somebody has just published."
PARAMETER = "What the job is called, in a word or three."
INSTRUCTIONS = "A board of jobs, reworded a second ago."
DIRECTION = "{shown} of {total} jobs: weigh them."
AT_MOST = 1.0  # seconds


@contextmanager
def signed_in(product: Product) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(base_url=product.url)
        page.goto("/admin/")
        page.get_by_label("Username:").fill("admin")
        page.get_by_label("Password:").fill(product.password)
        page.get_by_role("button", name="Log in").click()
        page.get_by_role("heading", name="Site administration").wait_for()
        yield page
        browser.close()


def reword(page: Page) -> None:
    page.goto("/admin/catalog/tool/")
    page.get_by_role("link", name="search_jobs").click()
    page.get_by_label("Description:").fill(DESCRIPTION)
    page.get_by_label("query: description", exact=True).fill(PARAMETER)
    page.get_by_label("found: instruction", exact=True).fill(DIRECTION)
    page.get_by_role("button", name="Save", exact=True).click()
    page.goto("/admin/catalog/servertext/")
    page.get_by_label("Instructions:").fill(INSTRUCTIONS)
    page.get_by_role("button", name="Save and continue editing").click()


def publish(page: Page) -> float:
    """Publishes and tells when the page said so."""
    page.goto("/admin/catalog/release/publish/")
    page.get_by_label("Note").fill("Reworded.")
    page.get_by_role("button", name="Publish").click()
    page.get_by_text("is live.").wait_for()
    return time.monotonic()


class Watcher(threading.Thread):
    """Lists the tools over a fresh connection again and again, and remembers when it last read the old text."""

    def __init__(self, product: Product) -> None:
        super().__init__(daemon=True)
        self._address = urlsplit(product.url).netloc
        self._over = threading.Event()
        self.last_old = 0.0
        self.new = 0

    def run(self) -> None:
        while not self._over.is_set():
            began = time.monotonic()
            if listed_description(self._address) == DESCRIPTION:
                self.new += 1
            else:
                self.last_old = began

    def stop_after(self, readings: int) -> None:
        """Once so many fresh connections in a row have read the new text: each goes to either process by chance."""
        until = time.monotonic() + 30
        while self.new < readings:
            assert time.monotonic() < until
            self.join(0.02)
        self._over.set()
        self.join(10)


def listed_description(address: str) -> str:
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "watcher", "version": "1"},
    }
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}})
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/list",
    }
    connection = http.client.HTTPConnection(address, timeout=10)
    try:
        connection.request("POST", "/mcp", body, headers)
        answer: dict[str, Any] = json.loads(connection.getresponse().read())
    finally:
        connection.close()
    return str(answer["result"]["tools"][0]["description"])


@pytest.mark.promise("MAIN-2")
def test_four_reworded_texts_are_served_by_both_processes_within_a_second(running: Product) -> None:
    watcher = Watcher(running)
    with signed_in(running) as page:
        reword(page)
        watcher.start()
        live_at = publish(page)
        watcher.stop_after(40)
    assert watcher.last_old < live_at + AT_MOST


@pytest.mark.promise("MAIN-2")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_lists_greetings_and_results_carry_the_new_texts(running: Product, mode: str) -> None:
    async with Client(f"{running.url}/mcp", mode=mode) as client:
        tool = next(tool for tool in (await client.list_tools()).tools if tool.name == "search_jobs")
        found = await client.call_tool("search_jobs", {"query": "nurse", "limit": 1})
        texts = await published_texts(running)
        assert client.instructions == texts["instructions"]
        assert tool.description == texts["description"]
        assert tool.input_schema["properties"]["query"]["description"] == texts["query"]
        result = found.structured_content or {}
        worded = texts["found"].format(shown=1, total=result["output"]["total"], unclear=0)
        assert result["agent_directions"]["assistant_instruction"] == worded


async def published_texts(product: Product) -> dict[str, str]:
    """What the live release in the database says, whichever test has run before."""
    content = product.query(
        "SELECT release.content FROM catalog_release release JOIN catalog_releaselabel label"
        " ON label.release_id = release.number AND label.name = 'live'"
    )
    assert isinstance(content, dict)
    tool = next(tool for tool in content["tools"] if tool["name"] == "search_jobs")
    return {
        "instructions": content["instructions"],
        "description": tool["description"],
        "query": next(row["description"] for row in tool["parameters"] if row["name"] == "query"),
        "found": next(row["instruction"] for row in tool["directions"] if row["outcome"] == "found"),
    }
