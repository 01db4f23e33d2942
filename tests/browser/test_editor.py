"""The tool editor in a browser: what a client reads follows what is typed, in every theme and width."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Locator, expect
from pytest_django import Settings

from catalog.models import Tool
from catalog.tools.publish import publish_drafts
from catalog.tools.shipped import load_shipped
from mcp_bridge.models import ClientListing
from mcp_bridge.snapshot import snapshots
from tests.browser.site import Site, Visit, served, visit
from tests.factories import make_listing, make_places

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


@pytest.mark.promise("EDIT-1", "EDIT-6")
def test_a_setting_is_narrowed_seen_and_taken_back(browser: Browser, site: Site, ann: User) -> None:
    seen = opened(browser, site, ann)
    allowed = seen.page.get_by_label("workplace: allowed", exact=True)
    allowed.fill('["remote"]')
    mark = seen.page.locator(".wire del").filter(has_text="onsite").first
    expect(mark).to_be_in_viewport()
    seen.page.get_by_role("button", name="Reset to live: parameter workplace: allowed").click()
    expect(allowed).to_have_value("")
    exposed = seen.page.get_by_label("sort: exposed", exact=True)
    exposed.uncheck()
    expect(seen.page.locator(".wire del").filter(has_text='"sort"').first).to_be_in_viewport()
    seen.page.get_by_role("button", name="Reset to live: parameter sort: exposed").click()
    expect(exposed).to_be_checked()
    expect(seen.page.get_by_text("as live", exact=True)).to_be_visible()
    assert seen.complaints == []


@pytest.mark.promise("EDIT-6")
def test_the_instructions_go_back_to_live(browser: Browser, site: Site, ann: User) -> None:
    seen = visit(browser, user=ann, site=site)
    seen.page.goto(f"{site.url}/admin/catalog/servertext/1/change/")
    box = seen.page.get_by_label("Instructions:")
    live = box.input_value()
    box.fill("Other words.")
    seen.page.get_by_role("button", name="Reset to live: instructions").click()
    expect(box).to_have_value(live)
    assert seen.findings() == seen.complaints == []


@pytest.mark.promise("EDIT-4")
def test_a_word_is_changed_taken_back_and_published_without_a_mouse(browser: Browser, site: Site, ann: User) -> None:
    seen = opened(browser, site, ann)
    keyboard, title = seen.page.keyboard, seen.page.get_by_label("Title:", exact=True)
    tab_to(title)
    retype(title, "Search open jobs")
    keyboard.press("Tab")
    expect(seen.page.get_by_role("button", name="Reset to live: title")).to_be_focused()
    keyboard.press("Enter")
    expect(title).to_be_focused()
    expect(title).to_have_value("Search jobs")
    retype(title, "Find jobs")
    keyboard.press("Enter")
    seen.page.get_by_text("was changed successfully").wait_for()
    seen.page.goto(f"{site.url}/admin/catalog/release/publish/")
    tab_to(seen.page.get_by_label("Note"))
    keyboard.type("Shorter.")
    keyboard.press("Enter")
    seen.page.get_by_text("Release 2 is live.").wait_for()
    assert seen.complaints == []


def tab_to(field: Locator) -> None:
    """Presses Tab until the field has the focus; fails where no key leads there."""
    for _ in range(60):
        if field.evaluate("field => field === document.activeElement"):
            return
        field.page.keyboard.press("Tab")
    pytest.fail(f"Tab does not reach {field}")


def retype(field: Locator, words: str) -> None:
    field.page.keyboard.press("Control+A")
    field.page.keyboard.type(words)


@pytest.mark.promise("EDIT-4")
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_the_editor_is_accessible_and_keeps_the_csp(
    browser: Browser, site: Site, ann: User, width: int, theme: str
) -> None:
    seen = opened(browser, site, ann, width=width, theme=theme)
    seen.page.get_by_label("Description:", exact=True).fill("Finds open jobs by title and place.")
    seen.page.locator(".wire ins").first.wait_for()
    assert seen.findings() == []
    assert seen.overflow() <= 0
    assert seen.complaints == []


@pytest.fixture
def addresses(site: Site, ann: User, settings: Settings) -> list[str]:
    """Every page of the editor, each with something on it: a waiting release, a breaking draft, a client that is behind."""
    settings.CATALOGUE_APPROVAL = True
    make_places()
    make_listing(title="Lead Barista")
    tool = Tool.objects.get(name="search_jobs")
    Tool.objects.filter(pk=tool.pk).update(description="Finds work.")
    publish_drafts(author=None, note="Shorter.")
    tool.parameters.filter(name="limit").update(maximum=5)
    ClientListing.objects.create(client="openai-mcp", era="legacy", release=3, at=timezone.now(), calls=2)
    release = "/admin/catalog/release"
    pages = [
        f"{release}/publish/", f"{release}/compare/?old=1&new=draft", f"{release}/2/decide/", f"{release}/2/change/",
        f"{release}/1/make-live/", f"{release}/1/label/", f"{release}/import/", f"{release}/", "/admin/catalog/auditevent/",
        f"/admin/catalog/tool/{tool.pk}/texts/", "/admin/catalog/tool/", "/preview/clients/", "/preview/try/render_jobs/",
    ]  # fmt: skip
    return [site.url + page for page in pages]


@pytest.mark.promise("EDIT-4")
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_every_page_around_it_is_accessible_and_keeps_the_csp(
    browser: Browser, site: Site, ann: User, addresses: list[str], width: int, theme: str
) -> None:
    seen = visit(browser, width=width, theme=theme, user=ann, site=site)
    found = []
    for address in addresses:
        seen.page.goto(address)
        found += [f"{address}: {finding}" for finding in seen.findings()]
        if seen.overflow() > 0:
            found.append(f"{address}: {seen.overflow()} pixels too wide")
    assert found == []
    assert seen.complaints == []


@pytest.mark.promise("EDIT-10")
def test_a_tool_is_tried_with_a_form_and_shows_its_widget(
    browser: Browser, site: Site, ann: User, addresses: list[str]
) -> None:
    seen = visit(browser, user=ann, site=site)
    seen.page.goto(addresses[-1])
    seen.page.get_by_label("items").wait_for()
    seen.page.get_by_role("button", name="Call").click()
    widget = seen.page.frame_locator("iframe.tried")
    expect(widget.get_by_role("heading", name="Lead Barista")).to_be_visible()
    expect(seen.page.locator("#model-title")).to_contain_text("statements")
    assert seen.findings() == []
    assert seen.complaints == []
