"""The widget in a chat app that is built on the official AppBridge and the official client."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, FrameLocator, Page, expect

from catalog.models import JobListing
from tests.browser.official_schema import problems
from tests.browser.site import Site, Visit, visit
from tests.browser.test_simulator import staff
from tests.node.tooling import node, ready

__all__ = ["staff"]  # a fixture

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The host page's script with all that it imports, for a browser."""
    folder, made = ready(), tmp_path_factory.mktemp("official") / "host.js"
    esbuild = folder / "node_modules" / "esbuild" / "bin" / "esbuild"
    node(str(esbuild), str(folder / "official-host.js"), "--bundle", "--format=iife", f"--outfile={made}")
    return made


@pytest.fixture
def window(browser: Browser, site: Site, staff: User, script: Path) -> Iterator[Visit]:
    """The host's page, on the product's own origin, with the widget of three jobs."""
    opened = visit(browser, site=site)
    page = opened.page
    page.goto(f"{site.url}/static/shortlist/api.css")  # of the product's own origin, with no policy and nothing on it
    page.evaluate(script.read_text())
    items = [{"id": job.public_id, "reason": "You asked for mornings."} for job in JobListing.objects.order_by("-pk")]
    page.evaluate("setup => play(setup)", {"sandbox": site.sandbox, "tool": "render_jobs", "args": {"items": items}})
    yield opened
    page.context.close()


def inside(page: Page) -> FrameLocator:
    return page.frame_locator("iframe").frame_locator("iframe")


def heard(page: Page, kind: str, count: int = 1) -> list[Any]:
    """What the host was told of that kind, once there is so much of it."""
    page.wait_for_function("([kind, count]) => heard[kind].length >= count", arg=[kind, count])
    return list(page.evaluate("kind => heard[kind]", kind))


@pytest.mark.promise("WIDGET-10", "R1", "R2")
def test_the_official_bridge_plays_the_whole_piece(window: Visit) -> None:
    page = window.page
    widget = inside(page)
    expect(widget.get_by_role("heading", name="Lead Barista")).to_be_visible()
    expect(widget.locator("html")).to_have_css("color-scheme", "dark")

    widget.get_by_role("button", name="Details of Lead Barista").click()
    expect(widget.get_by_text("Shifts end at two in the afternoon.")).to_be_visible()
    assert heard(page, "modes") == ["fullscreen"]

    widget.get_by_role("button", name="Save Lead Barista").click()
    expect(widget.get_by_role("button", name="Save Lead Barista")).to_have_attribute("aria-pressed", "true")

    widget.locator(".sl-posting").get_by_role("link", name="Apply").click()
    assert heard(page, "links") == ["https://careers.morning-star.test/1"]

    widget.get_by_role("button", name="Continue with this job").click()
    expect(widget.get_by_text("The assistant has been told.")).to_be_visible()
    (message,) = heard(page, "messages")
    assert message["role"] == "user"
    assert message["content"][0]["text"].startswith("The user chose “Lead Barista” (job ")

    context = heard(page, "contexts")[-1]["content"][0]["text"]
    assert context.startswith("Shown to the user: ")
    for event in ("job_opened", "job_saved", "apply_opened", "job_chosen"):
        assert f"[{event}]" in context
    assert heard(page, "heights")[-1].keys() == {"height"}
    assert page.evaluate("leave()") == {}
    assert window.complaints == []


@pytest.mark.promise("WIDGET-10")
def test_what_the_widget_says_is_what_the_official_schema_knows(window: Visit) -> None:
    page = window.page
    widget = inside(page)
    widget.get_by_role("button", name="Details of Lead Barista").click()
    widget.get_by_role("button", name="Continue with this job").click()
    expect(widget.get_by_text("The assistant has been told.")).to_be_visible()
    wire = page.evaluate("heard.wire")
    assert problems([("widget", message) for message in wire]) == []
    assert {message.get("method") for message in wire} >= {"ui/initialize", "ui/message", "ui/request-display-mode"}
