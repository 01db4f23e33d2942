"""The tool editor in a browser: what a client reads follows what is typed, in every theme and width."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Browser, expect

from catalog.models import Tool
from catalog.tools.shipped import load_shipped
from mcp_bridge.snapshot import snapshots
from tests.browser.site import Site, Visit, served, visit

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def site() -> Iterator[Site]:
    snapshots.forget()
    load_shipped()
    with served() as site:
        yield site


@pytest.fixture
def ann(site: Site) -> User:
    return User.objects.create_superuser("ann")


def editor_address(site: Site, name: str = "search_jobs") -> str:
    return site.url + reverse("admin:catalog_tool_change", args=[Tool.objects.get(name=name).pk])


def opened(browser: Browser, site: Site, user: User, *, width: int = 1280, theme: str = "light") -> Visit:
    seen = visit(browser, width=width, theme=theme, user=user, site=site)
    seen.page.goto(editor_address(site))
    seen.page.get_by_text("draft against release 1").wait_for()
    return seen


@pytest.mark.promise("EDIT-1")
def test_what_a_client_reads_follows_what_is_typed(browser: Browser, site: Site, ann: User) -> None:
    seen = opened(browser, site, ann)
    expect(seen.page.get_by_text("as live", exact=True)).to_be_visible()
    seen.page.get_by_label("Title:", exact=True).fill("Search open jobs")
    expect(seen.page.locator(".wire ins").first).to_have_text("open")
    expect(seen.page.get_by_text("2 changes")).to_be_visible()
    seen.page.get_by_label("Title:", exact=True).fill("")
    expect(seen.page.locator("#wire")).to_contain_text("Title This field is required.")
    seen.page.get_by_role("button", name="Reset to live: title").click()
    expect(seen.page.get_by_text("as live", exact=True)).to_be_visible()
    assert Tool.objects.get(name="search_jobs").title == "Search jobs"
    assert seen.complaints == []


@pytest.mark.promise("EDIT-4")
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_editor_is_accessible_and_keeps_the_csp(
    browser: Browser, site: Site, ann: User, width: int, theme: str
) -> None:
    seen = opened(browser, site, ann, width=width, theme=theme)
    seen.page.get_by_label("Description:", exact=True).fill("Finds open jobs by title and place.")
    seen.page.locator(".wire ins").first.wait_for()
    assert seen.findings() == []
    assert seen.overflow() <= 0
    assert seen.complaints == []
