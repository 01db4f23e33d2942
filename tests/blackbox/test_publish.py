"""A word changed in the admin, by a person in a browser, is what two web processes serve a second later."""

import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager

import pytest
from mcp import Client
from playwright.sync_api import Page, sync_playwright

from tests.blackbox.product import Product
from tests.browser.chat_app import FLAGS, chromium
from tests.mcp_bridge.protocol.web import Web, initialize, modern, post, serving
from tests.waiting import wait_until

pytestmark = [pytest.mark.blackbox, pytest.mark.browser]

DESCRIPTION = "Finds open jobs. A text that somebody has just published."
PARAMETER = "What the job is called, in a word or three."
INSTRUCTIONS = "A board of jobs, reworded a second ago."
DIRECTION = (
    "{shown} of {total} jobs. Weigh them: search again for what is still open, or show the best with render_jobs."
)
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
    """Reads a process's texts over fresh connections again and again; remembers when each was last the old one, and the new."""

    def __init__(self, web: Web) -> None:
        super().__init__(daemon=True)
        self._web = web
        self._over = threading.Event()
        self.old: dict[str, float] = {}
        self.new: dict[str, float] = {}

    def run(self) -> None:
        while not self._over.is_set():
            for read, wanted in WANTED.items():
                began = time.monotonic()
                for name, text in read(self._web).items():
                    seen = self.new if text == wanted[name] else self.old
                    seen[name] = began

    def has_read(self, seen: Mapping[str, float], *, since: float = 0.0) -> bool:
        """Whether it has seen all of the texts, each by a request that began after `since`."""
        assert self.is_alive()
        return len(seen) == sum(map(len, WANTED.values())) and min(seen.values()) > since

    def stop(self) -> None:
        self._over.set()
        self.join(10)


def listed(web: Web) -> dict[str, str]:
    message, headers = modern("tools/list")
    tools = post(web, message, **headers).json()["result"]["tools"]
    tool = next(tool for tool in tools if tool["name"] == "search_jobs")
    return {"description": tool["description"], "parameter": tool["inputSchema"]["properties"]["query"]["description"]}


def discovered(web: Web) -> dict[str, str]:
    message, headers = modern("server/discover")
    return {"discovered": post(web, message, **headers).json()["result"]["instructions"]}


def greeted(web: Web) -> dict[str, str]:
    return {"greeted": initialize(web).json()["result"]["instructions"]}


def found(web: Web) -> dict[str, str]:
    message, headers = modern("tools/call", {"name": "search_jobs", "arguments": {"query": "nurse", "limit": 1}})
    result = post(web, message, **headers).json()["result"]["structuredContent"]
    instruction: str = result["agent_directions"]["assistant_instruction"]
    return {"direction": re.sub(r"^\d+ of \d+", "{shown} of {total}", instruction)}


WANTED: dict[Callable[[Web], dict[str, str]], dict[str, str]] = {
    listed: {"description": DESCRIPTION, "parameter": PARAMETER},
    discovered: {"discovered": INSTRUCTIONS},
    greeted: {"greeted": INSTRUCTIONS},
    found: {"direction": DIRECTION},
}


@contextmanager
def watched(product: Product) -> Iterator[list[Watcher]]:
    """Two web processes on the product's own database, each with a port of its own, so that each is known to be asked."""
    with ExitStack() as stack:
        webs = [stack.enter_context(serving("", product.var_dir, DATABASE_URL="")) for _ in range(2)]
        watchers = [Watcher(web) for web in webs]
        for watcher in watchers:
            watcher.start()
            stack.callback(watcher.stop)
        yield watchers


@pytest.mark.promise("MAIN-2")
def test_four_reworded_texts_are_served_by_each_of_two_processes_within_a_second(running: Product) -> None:
    with watched(running) as watchers, signed_in(running) as page:
        reword(page)
        wait_until(lambda: all(watcher.has_read(watcher.old) for watcher in watchers))
        live_at = publish(page)
        wait_until(lambda: all(watcher.has_read(watcher.new, since=live_at + AT_MOST) for watcher in watchers))
    late = {name for watcher in watchers for name, at in watcher.old.items() if at > live_at + AT_MOST}
    assert not late


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
