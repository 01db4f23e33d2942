"""What passes between the simulator and a widget, each way, is what ext-apps' own schema knows."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from mcp_bridge.preview.hosts import HOSTS, Host
from tests.browser.official_schema import problems
from tests.browser.site import Site, visit
from tests.browser.test_simulator import PATH, called, choose, staff
from tests.waiting import wait_until

__all__ = ["staff"]  # a fixture

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.promise("SIM-9")]

# The host hears the widget, and the sandbox between them hears the host. Each notes who spoke and when.
LISTEN = """addEventListener("message", ({ source, data, timeStamp }) => {
    const sender = window === top ? "widget" : source === parent ? "host" : "";
    if (sender) (window.arrived ??= []).push([performance.timeOrigin + timeStamp, sender, data]);
}, true)"""
SPEAKS_MCP_APPS = [host for host in HOSTS if "widgets" not in host.without and host.bridge != "openai"]


def wire(page: Page) -> list[tuple[str, dict[str, Any]]]:
    """Everything that passed so far, in order of time, each with who sent it."""
    found = [item for frame in page.frames for item in frame.evaluate("window.arrived ?? []")]
    return [(sender, data) for _, sender, data in sorted(found, key=lambda item: item[0]) if isinstance(data, dict)]


def methods(page: Page, sender: str) -> set[str]:
    return {message["method"] for who, message in wire(page) if who == sender and "method" in message}


@pytest.mark.parametrize("host", SPEAKS_MCP_APPS, ids=lambda host: host.slug)
def test_each_host_and_the_widget_speak_by_the_schema(browser: Browser, site: Site, staff: User, host: Host) -> None:
    window = visit(browser, user=staff, site=site)
    page = window.page
    page.add_init_script(LISTEN)
    page.goto(f"{site.url}{PATH}?host={host.slug}")
    expect(page.get_by_label("Host", exact=True)).to_have_value(host.slug)
    widget = called(page)
    expect(widget.get_by_role("heading", name="Lead Barista")).to_be_visible()
    choose(page, "Theme", "dark")
    widget.get_by_role("button", name="Details of Lead Barista").dispatch_event("click")
    expect(widget.locator(".sl-detail[data-open], .sl-ways:visible").first).to_be_visible()
    widget.get_by_role("link", name="Apply").first.dispatch_event("click")
    wait_until(lambda: "ui/open-link" in methods(page, "widget"))

    assert problems(wire(page)) == []
    assert methods(page, "host") >= {
        "ui/notifications/tool-input",
        "ui/notifications/tool-result",
        "ui/notifications/host-context-changed",
    }
    assert methods(page, "widget") >= {"ui/initialize", "ui/notifications/initialized", "ui/notifications/size-changed"}


def test_a_message_that_the_schema_does_not_know_would_be_found() -> None:
    asked = ("widget", {"jsonrpc": "2.0", "id": 1, "method": "ui/open-link", "params": {"link": "https://a.example"}})
    wrong = ("host", {"jsonrpc": "2.0", "method": "ui/notifications/host-context-changed", "params": {"theme": "blue"}})
    found = problems([asked, wrong])
    assert any("'url' is a required property" in problem for problem in found)
    assert any("'blue' is not valid" in problem for problem in found)
