"""The simulator as one host or another: what a preset sets, what it enforces, what the address keeps."""

import json
import re
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from tests.browser.site import Site, Visit, at_rest, visit
from tests.browser.test_simulator import PATH, called, choose, opened, staff

__all__ = ["staff"]  # a fixture

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def play(page: Page, host: str) -> None:
    page.get_by_label("Host", exact=True).select_option(host)


def linked(browser: Browser, site: Site, staff: User, **query: str) -> Visit:
    """The simulator at a permalink."""
    window = visit(browser, user=staff, site=site)
    window.page.goto(f"{site.url}{PATH}?{urlencode(query)}")
    return window


@pytest.mark.promise("SIM-1")
def test_a_preset_sets_every_switch_and_says_where_it_comes_from(browser: Browser, site: Site, staff: User) -> None:
    page = opened(browser, site, staff).page
    play(page, "vscode")
    lacking = page.get_by_role("group", name="Host without")
    for word in ("text", "messages", "fullscreen"):
        expect(lacking.get_by_label(word, exact=True)).to_be_checked()
    expect(lacking.get_by_label("tools", exact=True)).not_to_be_checked()
    expect(page.get_by_label("430", exact=True)).to_be_checked()
    expect(page.locator("#source")).to_have_text("As seen on 2026-07-23: published capability probes.")
    play(page, "all")
    expect(lacking.get_by_role("checkbox", checked=True)).to_have_count(0)


@pytest.mark.promise("SIM-2")
def test_a_host_without_text_gets_structured_content_and_refuses_messages(
    browser: Browser, site: Site, staff: User
) -> None:
    window = opened(browser, site, staff)
    page = window.page
    play(page, "vscode")
    widget = called(page)
    expect(widget.get_by_role("heading", name="Lead Barista")).to_be_visible()
    at_rest(page)
    widget.get_by_role("button", name="Details").first.click()
    expect(page.locator("#context")).to_contain_text('"event": "job_opened"')
    at_rest(page)
    widget.get_by_role("button", name="Continue with this job").click()
    expect(widget.get_by_text(re.compile("Ask the assistant to continue with"))).to_be_visible()
    expect(page.locator("#told")).not_to_contain_text("Message to the model")
    assert window.complaints == []


@pytest.mark.promise("SIM-3")
def test_window_openai_alone_is_enough(browser: Browser, site: Site, staff: User) -> None:
    window = opened(browser, site, staff)
    page = window.page
    play(page, "window")
    widget = called(page)
    expect(widget.get_by_role("heading", name="Lead Barista")).to_be_visible()
    at_rest(page)
    widget.get_by_role("button", name="Details").first.click()
    expect(widget.get_by_text("Shifts end at two in the afternoon.")).to_be_visible()
    expect(page.locator("#context")).to_contain_text("opened the details of")
    expect(page.locator("#stage")).to_have_class(re.compile("fullscreen"))
    widget.get_by_role("button", name="Continue with this job").click()
    expect(page.locator("#told")).to_contain_text("Message to the model: The user chose")
    log = page.locator("#log summary")
    expect(log.filter(has_text="openai/callTool: answered").first).to_be_visible()
    expect(log.filter(has_text=re.compile("ui/(?!notifications/sandbox-)"))).to_have_count(0)
    page.get_by_role("button", name="Back to inline").click()
    choose(page, "Theme", "dark")
    expect(widget.locator("html")).to_have_css("color-scheme", "dark")
    assert window.complaints == []


@pytest.mark.promise("SIM-3")
def test_chatgpts_copy_of_a_lost_result_is_found(browser: Browser, site: Site, staff: User) -> None:
    page = opened(browser, site, staff).page
    play(page, "chatgpt")
    choose(page, "Result", "dropped")
    expect(called(page).get_by_role("heading", name="Lead Barista")).to_be_visible()
    expect(page.locator("#log summary", has_text="tools/call")).to_have_count(0)


@pytest.mark.promise("WIDGET-17", "SIM-2")
def test_details_take_the_whole_window_where_it_is_offered_and_give_it_back(
    browser: Browser, site: Site, staff: User
) -> None:
    page = opened(browser, site, staff).page
    widget = called(page)
    expect(widget.get_by_role("heading", name="Lead Barista")).to_be_visible()
    at_rest(page)
    toggle = widget.get_by_role("button", name="Details").first
    toggle.click()
    expect(page.locator("#stage")).to_have_class(re.compile("fullscreen"))
    expect(widget.locator("html")).to_have_attribute("data-wide", "")
    expect(toggle).to_be_focused()
    expect(toggle).to_be_in_viewport()
    toggle.click()
    expect(page.locator("#stage")).not_to_have_class(re.compile("fullscreen"))
    expect(page.locator("#log")).to_contain_text("ui/request-display-mode: answered")


@pytest.mark.promise("SIM-4")
def test_everything_on_screen_is_in_the_result_and_a_stray_text_is_named(
    browser: Browser, site: Site, staff: User
) -> None:
    page = opened(browser, site, staff).page
    widget = called(page)
    expect(page.locator("#screen-facts")).to_have_text(re.compile(r"all \d+ texts are in the result"))
    widget.get_by_role("button", name="Details").first.click()
    expect(widget.get_by_text("Shifts end at two in the afternoon.")).to_be_visible()
    expect(page.locator("#screen-facts")).to_have_text(re.compile(r"all \d+ texts are in the result"))
    widget.locator("h3").first.evaluate(
        "heading => { heading.textContent = 'Chief Barista of Nowhere'; document.getElementById('root').style.height = '900px' }"
    )
    expect(page.get_by_role("list", name="On screen but not in the result")).to_have_text("Chief Barista of Nowhere")


@pytest.mark.promise("SIM-5")
def test_the_address_holds_the_whole_state_and_calls_again(browser: Browser, site: Site, staff: User) -> None:
    page = opened(browser, site, staff).page
    play(page, "slack")
    choose(page, "Width", "320")
    choose(page, "Host without", "links")
    page.get_by_label("Tool", exact=True).select_option("search_jobs")
    page.locator("[name=query]").fill("manager")
    page.get_by_role("button", name="Call").click()
    expect(page.locator("#model")).to_contain_text("Café Manager")

    page.goto(page.url)

    expect(page.locator("#model")).to_contain_text("Café Manager")
    expect(page.locator("[name=query]")).to_have_value("manager")
    expect(page.get_by_label("Host", exact=True)).to_have_value("slack")
    expect(page.get_by_label("320", exact=True)).to_be_checked()
    for word in ("context", "messages", "links"):
        expect(page.get_by_role("group", name="Host without").get_by_label(word, exact=True)).to_be_checked()


@pytest.mark.promise("SIM-5")
def test_an_address_alone_makes_no_call_that_writes(browser: Browser, site: Site, staff: User) -> None:
    changes = json.dumps({"changes": [{"id": "1", "action": "save"}]})
    window = linked(browser, site, staff, tool="update_shortlist", arguments=changes, call="1")
    expect(window.page.get_by_label("Tool", exact=True)).to_have_value("update_shortlist")
    expect(window.page.locator("[name=changes]")).to_have_value(re.compile("save"))
    window.page.wait_for_load_state("networkidle")
    expect(window.page.locator("#said")).to_have_text("Nothing has been called yet.")


@pytest.mark.promise("SIM-6")
def test_a_conversation_is_replayed_and_the_model_learns_what_the_user_did(
    browser: Browser, site: Site, staff: User
) -> None:
    page = opened(browser, site, staff).page
    play(page, "vscode")
    page.get_by_role("button", name="Play the first step").click()
    told = page.locator("#conversation")
    expect(told).to_contain_text("Which barista jobs are there in Austin?”search_jobs: ")
    page.get_by_role("button", name="Play the next step").click()
    widget = page.frame_locator("#stage iframe").frame_locator("iframe")
    widget.get_by_role("button", name="Details").first.click()
    expect(widget.get_by_text("Shifts end at two in the afternoon.")).to_be_visible()
    page.get_by_role("button", name="Play the next step").click()
    expect(page.get_by_role("button", name="Play from the start")).to_be_enabled()
    expect(page.locator("#model")).to_contain_text('"open_job"')
    expect(page.locator("#model")).to_contain_text("Shifts end at two in the afternoon.")
