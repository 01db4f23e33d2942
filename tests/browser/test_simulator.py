"""The simulator end to end: the page, the real /mcp, the sandbox on another origin, the widget in it."""

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, FrameLocator, Page, expect

from catalog.tools.shipped import load_shipped
from mcp_bridge.snapshot import snapshots
from tests.browser.site import Site, Visit, at_rest, visit
from tests.factories import make_listing, make_places

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PATH = "/preview/host/render_jobs/"


@pytest.fixture
def staff(transactional_db: None) -> User:
    """Somebody who may open the simulator, and three jobs to show."""
    make_places()
    load_shipped()
    snapshots.forget()
    for title in ("Lead Barista", "Café Manager", "Barista, weekday mornings"):
        make_listing(title=title, description="Shifts end at two in the afternoon.")
    return User.objects.create_user("editor", is_staff=True)


def opened(browser: Browser, site: Site, staff: User, *, width: int = 1280, theme: str = "light") -> Visit:
    window = visit(browser, width=width, theme=theme, user=staff, site=site)
    window.page.goto(site.url + PATH)
    expect(window.page.get_by_label("Tool", exact=True)).to_have_value("render_jobs")
    return window


def called(page: Page) -> FrameLocator:
    """Presses Call and returns the widget, which is two frames down."""
    page.get_by_role("button", name="Call").click()
    return page.frame_locator("#stage iframe").frame_locator("iframe")


def choose(page: Page, name: str, value: str) -> None:
    """Sets a switch by its words."""
    page.get_by_role("group", name=name).get_by_label(value, exact=True).check()


@pytest.mark.promise("WEB-10")
def test_a_render_call_shows_the_user_a_widget_and_the_model_the_same_facts(
    browser: Browser, site: Site, staff: User
) -> None:
    window = opened(browser, site, staff)
    page = window.page

    widget = called(page)

    expect(widget.get_by_role("heading", name="Lead Barista")).to_be_visible()
    expect(page.locator("#model")).to_contain_text('"title": "Lead Barista"')
    expect(page.locator("#model-facts")).to_have_text(re.compile("shown.*say the same"))
    expect(page.locator("#model-size")).to_have_text(re.compile(r"^\d+ ms$"))
    for part in ("#model-structured-size", "#model-content-size"):
        expect(page.locator(part)).to_have_text(re.compile(r"bytes, about .* tokens"))
    expect(page.locator("#stage-facts")).to_have_text("1 mount · 0 CSP violations")

    widget.get_by_role("button", name="Details").first.click()
    expect(widget.get_by_text("Shifts end at two in the afternoon.")).to_be_visible()
    expect(page.locator("#context")).to_contain_text("opened the details of")
    expect(page.locator("#context-facts")).to_contain_text("value")

    at_rest(page)
    widget.get_by_role("link", name="Apply").click()
    expect(page.locator("#told")).to_contain_text("Opened https://careers.morning-star.test/1")
    expect(page.locator("#log")).to_contain_text("tools/call: answered in")
    expect(page.locator("#log")).to_contain_text("ui/open-link: answered in")
    assert window.complaints == []


@pytest.mark.promise("WEB-10")
def test_a_data_call_shows_the_user_nothing(browser: Browser, site: Site, staff: User) -> None:
    window = opened(browser, site, staff)
    page = window.page

    page.get_by_label("Tool", exact=True).select_option("search_jobs")
    page.locator("[name=query]").fill("barista")
    page.locator("[name=locations]").fill("Austin, TX\nDenver, CO")
    page.get_by_role("button", name="Call").click()

    expect(page.locator("#model")).to_contain_text('"asked": "Denver, CO"')
    expect(page.locator("#said")).to_have_text("search_jobs shows the user nothing: its result is text for the model.")
    expect(page.locator("#stage iframe")).to_have_count(0)
    assert window.complaints == []


@pytest.mark.promise("WEB-10")
def test_arguments_can_be_written_as_json_and_mistakes_are_named(browser: Browser, site: Site, staff: User) -> None:
    page = opened(browser, site, staff).page

    page.locator("[name=items]").fill("[nonsense")
    page.get_by_role("button", name="Call").click()
    expect(page.get_by_role("alert")).to_contain_text("items is not JSON")

    page.locator("[name=items]").fill("[]")
    page.get_by_role("button", name="Write JSON").click()
    expect(page.get_by_label("Arguments as JSON")).to_have_value(re.compile('"items": \\[\\]'))
    page.get_by_role("button", name="Call").click()
    expect(page.locator("#model")).to_contain_text('"code": "bad_arguments"')
    expect(page.locator("#model-facts")).to_contain_text("bad_arguments")


@pytest.mark.promise("WEB-12")
def test_a_host_that_drops_the_result_still_gets_the_jobs_on_screen(browser: Browser, site: Site, staff: User) -> None:
    page = opened(browser, site, staff).page
    choose(page, "Result", "dropped")

    widget = called(page)

    expect(widget.get_by_role("heading", name="Lead Barista")).to_be_visible(timeout=20_000)


@pytest.mark.promise("WEB-12")
@pytest.mark.parametrize("switch", ["tools", "links", "context", "messages", "_meta"])
def test_a_host_without_an_ability_refuses_it_and_the_widget_still_paints(
    browser: Browser, site: Site, staff: User, switch: str
) -> None:
    page = opened(browser, site, staff).page
    choose(page, "Host without", switch)

    widget = called(page)
    expect(widget.get_by_role("heading", name="Lead Barista")).to_be_visible()
    widget.get_by_role("button", name="Details").first.click()

    if switch == "tools":
        expect(widget.get_by_role("alert")).to_be_visible()
    elif switch == "links":
        expect(widget.get_by_role("link", name="Apply")).to_be_visible()
        at_rest(page)
        widget.get_by_role("link", name="Apply").click()
        expect(widget.locator("input[readonly]")).to_have_value("https://careers.morning-star.test/1")
    elif switch == "context":
        expect(widget.get_by_text("Shifts end at two in the afternoon.")).to_be_visible()
        expect(page.locator("#context-facts")).to_have_text("0 values")
    else:
        expect(widget.get_by_text("Shifts end at two in the afternoon.")).to_be_visible()


@pytest.mark.promise("WEB-12")
def test_a_host_without_widgets_gets_jobs_to_write_out(browser: Browser, site: Site, staff: User) -> None:
    page = opened(browser, site, staff).page
    choose(page, "Host without", "widgets")

    page.get_by_role("button", name="Call").click()

    expect(page.locator("#model-facts")).to_contain_text("to_be_written")
    expect(page.locator("#stage iframe")).to_have_count(0)


@pytest.mark.promise("WEB-12")
def test_a_cancelled_call_ends_the_skeleton(browser: Browser, site: Site, staff: User) -> None:
    page = opened(browser, site, staff).page
    choose(page, "Result", "cancelled")

    widget = called(page)

    expect(widget.get_by_role("alert")).to_be_visible()
    expect(widget.locator("[aria-busy=true]")).to_have_count(0)


@pytest.mark.promise("WEB-10")
def test_theme_width_and_taking_down_reach_the_widget(browser: Browser, site: Site, staff: User) -> None:
    page = opened(browser, site, staff).page
    widget = called(page)
    expect(widget.get_by_role("heading", name="Lead Barista")).to_be_visible()

    choose(page, "Theme", "dark")
    choose(page, "Width", "320")

    expect(page.locator("#log")).to_contain_text("ui/notifications/host-context-changed")
    expect(widget.locator("html")).to_have_css("color-scheme", "dark")
    expect(page.locator("#stage iframe")).to_have_css("width", "320px")

    page.get_by_role("button", name="Take the widget down").click()
    expect(page.locator("#log")).to_contain_text("ui/resource-teardown: answered")
    expect(page.locator("#stage iframe")).to_have_count(0)


@pytest.mark.promise("WEB-10")
def test_the_address_keeps_the_switches(browser: Browser, site: Site, staff: User) -> None:
    window = opened(browser, site, staff, theme="dark")
    page = window.page
    expect(
        page.get_by_label("dark", exact=True)
    ).to_be_checked()  # the visitor's own theme, where the address names none

    choose(page, "Width", "320")
    choose(page, "Host without", "links")
    page.reload()

    expect(page.get_by_label("320", exact=True)).to_be_checked()
    expect(page.get_by_label("links", exact=True)).to_be_checked()
    expect(page.get_by_label("tools", exact=True)).not_to_be_checked()


@pytest.mark.promise("WEB-9")
def test_a_widgets_attempt_to_use_the_network_is_blocked_and_counted(browser: Browser, site: Site, staff: User) -> None:
    page = opened(browser, site, staff).page
    widget = called(page)
    expect(widget.get_by_role("heading", name="Lead Barista")).to_be_visible()

    widget.locator("body").evaluate("() => fetch('/livez').catch(() => {})")

    expect(page.locator("#stage-facts")).to_have_text("1 mount · 1 CSP violations")


@pytest.mark.promise("WEB-11")
@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 1280), ("light", 320), ("dark", 320)])
def test_the_simulator_works_in_every_look(browser: Browser, site: Site, staff: User, theme: str, width: int) -> None:
    window = opened(browser, site, staff, theme=theme, width=width)
    choose(window.page, "Theme", theme)
    widget = called(window.page)
    expect(widget.get_by_role("heading", name="Lead Barista")).to_be_visible()

    assert (window.findings(), window.overflow(), window.complaints) == ([], 0, [])


@pytest.mark.promise("WEB-11")
def test_a_call_can_be_made_by_keyboard_alone(browser: Browser, site: Site, staff: User) -> None:
    page = opened(browser, site, staff).page

    page.get_by_label("Tool", exact=True).focus()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Call").focus()
    page.keyboard.press("Enter")

    expect(page.locator("#model")).to_contain_text('"outcome"')
