"""The widget in a chat app: what it shows, what it does, what it says."""

import json
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from jsonschema import Draft202012Validator
from playwright.sync_api import expect

from mcp_bridge.widgets.render import render_view
from tests.browser.conftest import Chat, OpenChat
from tests.browser.site import at_rest
from tests.mcp_bridge.widgets.samples import (
    BOARD,
    ERROR,
    GONE,
    SHORTLIST,
    STATES,
    VIEW,
    details,
    job_details,
    jobs,
    list_of,
    shown_job,
)

pytestmark = pytest.mark.browser

MESSAGES = Draft202012Validator(json.loads((Path(__file__).parent / "host" / "messages.schema.json").read_text()))
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}


def result(structured: dict[str, Any]) -> dict[str, Any]:
    """As a host passes it on that strips `_meta` and shortens the text."""
    return {"structuredContent": structured, "content": [{"type": "text", "text": "see the widget"}]}


READ = {"read_jobs": result(details(job_details(0)))}


def opened(chat: Chat) -> Chat:
    """With the first job's details open."""
    chat.view.get_by_role("button", name="Details of Lead Barista").click()
    expect(chat.view.get_by_role("link", name="Apply for Lead Barista")).to_be_visible()
    at_rest(chat.page)
    return chat


@pytest.mark.promise("WIDGET-2")
@pytest.mark.parametrize("state", STATES)
def test_the_browser_builds_what_the_server_renders(open_chat: OpenChat, state: str) -> None:
    view, structured = STATES[state]
    chat = open_chat(results=[result(jobs(1))])
    chat.view.locator(".sl-job").wait_for()
    ours, theirs = chat.view.evaluate(
        """([view, content, rendered]) => {
            const parsed = (markup) => Object.assign(document.createElement("div"), { innerHTML: markup }).innerHTML;
            return [parsed(rendered), parsed(widget.render(view, content))];
        }""",
        [view, structured, render_view(view, structured, board=BOARD)],
    )
    assert theirs == ours


@pytest.mark.promise("WIDGET-1", "R1")
def test_it_paints_from_structured_content_alone(open_chat: OpenChat) -> None:
    chat = open_chat(results=[result(jobs(3))])
    expect(chat.view.locator(".sl-job")).to_have_count(3)
    expect(chat.view.get_by_role("heading", name="Barista jobs in Austin")).to_be_visible()
    expect(chat.view.get_by_text("Lone Star Jobs", exact=True)).to_be_visible()
    expect(chat.view.get_by_text("$21–24 an hour")).to_be_visible()
    expect(chat.view.get_by_text("One step up: you have led a team of four before.")).to_be_visible()
    expect(chat.view.locator("#view")).to_have_attribute("aria-busy", "false")


@pytest.mark.promise("WIDGET-1")
def test_it_paints_from_the_text_where_that_is_all_a_host_passes_on(open_chat: OpenChat) -> None:
    chat = open_chat(results=[{"content": [{"type": "text", "text": json.dumps(jobs(2))}]}])
    expect(chat.view.locator(".sl-job")).to_have_count(2)


@pytest.mark.promise("WIDGET-8")
def test_hostile_texts_are_text_and_hostile_addresses_lead_nowhere(open_chat: OpenChat) -> None:
    chat = open_chat(
        results=[result(STATES["hostile"][1])], answers={"read_jobs": result(STATES["hostile details"][1])}
    )
    expect(chat.view.locator("h3")).to_contain_text("<script>window.pwned = 1</script>")
    chat.view.locator(".sl-toggle").click()
    expect(chat.view.locator(".sl-text")).to_contain_text("{{output.board}}")
    apply = chat.view.locator(".sl-posting .sl-primary")
    expect(apply).to_have_attribute("href", "")
    apply.click()
    assert chat.view.evaluate("window.pwned") is None
    assert chat.said("ui/open-link") == []
    assert chat.complaints == []


@pytest.mark.promise("WIDGET-4", "R8")
def test_details_open_in_place_and_close_again(open_chat: OpenChat) -> None:
    chat = opened(open_chat(results=[result(jobs(3))], answers=READ))
    toggle = chat.view.get_by_role("button", name="Details of Lead Barista")
    expect(toggle).to_have_attribute("aria-expanded", "true")
    expect(toggle).to_be_focused()
    expect(chat.view.get_by_text("two years behind an espresso machine")).to_be_visible()
    expect(chat.view.get_by_text("Apply by")).to_be_visible()
    expect(chat.view.get_by_role("link", name="See it on Lone Star Jobs")).to_be_visible()
    toggle.click()
    expect(toggle).to_have_attribute("aria-expanded", "false")
    expect(chat.view.locator(".sl-text")).to_be_hidden()
    toggle.click()
    expect(chat.view.locator(".sl-text")).to_be_visible()
    assert len(chat.said("tools/call")) == 1


@pytest.mark.promise("WIDGET-4")
def test_a_call_carries_the_tools_name_of_today_the_shortlist_and_the_view(open_chat: OpenChat) -> None:
    chat = opened(open_chat(results=[result(jobs(1))], answers=READ))
    arguments = {"ids": ["1204500371"], "shortlist": SHORTLIST, "view": VIEW}
    assert chat.said("tools/call") == [{"name": "read_jobs", "arguments": arguments}]


def test_the_keyboard_is_enough(open_chat: OpenChat) -> None:
    chat = open_chat(results=[result(jobs(2))], answers=READ)
    chat.view.locator(".sl-toggle").first.focus()
    chat.page.keyboard.press("Enter")
    expect(chat.view.locator(".sl-posting")).to_be_visible()
    chat.page.keyboard.press("Tab")
    expect(chat.view.get_by_role("link", name="Apply for Lead Barista")).to_be_focused()


@pytest.mark.promise("WIDGET-4")
def test_apply_asks_the_host_to_open_the_employers_page(open_chat: OpenChat) -> None:
    chat = opened(open_chat(results=[result(jobs(1))], answers=READ))
    chat.view.get_by_role("link", name="Apply").click()
    assert chat.wait_for("ui/open-link") == [{"url": "https://employer.example/apply/0"}]
    chat.page.wait_for_function("JSON.stringify(window.wire).includes('apply_opened')")


@pytest.mark.promise("WIDGET-7", "R10")
@pytest.mark.parametrize("code", ["shortlist_unknown", "view_unknown"])
def test_an_old_widget_whose_conversation_is_over_still_opens_details(open_chat: OpenChat, code: str) -> None:
    over = {"isError": True, "structuredContent": {"error": {"code": code, "message": "It has expired."}}}
    chat = opened(open_chat(results=[result(jobs(1))], answers={**READ, "read_jobs with view": over}))
    expect(chat.view.get_by_text("two years behind an espresso machine")).to_be_visible()
    first, second = chat.said("tools/call")
    assert "view" in first["arguments"]
    assert second["arguments"].keys() == {"ids"}


@pytest.mark.promise("WIDGET-7")
def test_a_refused_link_can_be_copied(open_chat: OpenChat) -> None:
    chat = opened(open_chat(results=[result(jobs(1))], answers=READ, linksRefused=True))
    chat.view.get_by_role("link", name="Apply").click()
    field = chat.view.get_by_role("textbox", name="The link, to copy")
    expect(field).to_have_value("https://employer.example/apply/0")
    field.focus()
    assert chat.view.evaluate("getSelection().toString() || document.activeElement.value") == field.input_value()
    assert "apply_opened" not in json.dumps(chat.said("ui/update-model-context"))


@pytest.mark.promise("WIDGET-5")
def test_the_model_is_told_the_state_first_and_then_what_the_user_did(open_chat: OpenChat) -> None:
    chat = opened(open_chat(results=[result(jobs(2))], answers=READ))
    chat.wait_for("ui/update-model-context")
    chat.view.get_by_role("button", name="Details of Lead Barista").click()
    said = chat.wait_for("ui/update-model-context", 2)[-1]
    lead, mornings = "“Lead Barista” (job 1204500371)", "“Barista, weekday mornings” (job 1204500372)"
    assert said["content"][0]["text"].splitlines() == [
        f"Shown to the user: {lead}; {mornings}.",
        "Open now: none.",
        "Saved: none.",
        "What the user did here, oldest first:",
        f"1. [job_opened] The user opened the details of {lead}.",
        f"2. [job_closed] The user closed the details of {lead}.",
    ]


@pytest.mark.promise("WIDGET-5")
def test_the_context_keeps_the_last_events_within_two_kilobytes(open_chat: OpenChat) -> None:
    chat = opened(open_chat(results=[result(jobs(8))], answers=READ))
    toggle = chat.view.get_by_role("button", name="Details of Lead Barista")
    for _ in range(30):
        toggle.click()
    chat.page.wait_for_function("JSON.stringify(window.wire).includes('31. [')")
    text = chat.said("ui/update-model-context")[-1]["content"][0]["text"]
    assert len(text.encode()) <= 2048
    assert text.startswith("Shown to the user: ")
    assert text.splitlines()[-1].startswith("31. [job_opened]")


@pytest.mark.promise("WIDGET-5")
def test_long_titles_are_shortened_for_the_model_but_never_their_ids(open_chat: OpenChat) -> None:
    long = [shown_job(number, title="店" * 120, company="職" * 80) for number in range(8)]
    chat = open_chat(results=[result(list_of(*long))], answers=READ)
    for number in range(5):
        chat.view.locator(".sl-toggle").nth(number).click()
        expect(chat.view.locator(".sl-posting")).to_have_count(number + 1)
    chat.page.wait_for_function("JSON.stringify(window.wire).includes('5. [')")
    text = chat.said("ui/update-model-context")[-1]["content"][0]["text"]
    assert len(text.encode()) <= 2048
    assert all(f"(job {job.id})" in text for job in long)


@pytest.mark.promise("WIDGET-5")
def test_a_host_that_takes_no_text_gets_the_events_as_data(open_chat: OpenChat) -> None:
    capabilities = {"serverTools": {}, "updateModelContext": {"structuredContent": {}, "image": {}}}
    chat = opened(open_chat(results=[result(jobs(1))], answers=READ, capabilities=capabilities))
    (said,) = chat.wait_for("ui/update-model-context")
    assert said["structuredContent"]["events"][0]["event"] == "job_opened"


@pytest.mark.promise("WIDGET-5")
def test_teardown_is_answered_after_the_context_is_sent(open_chat: OpenChat) -> None:
    chat = open_chat(results=[result(jobs(1))], answers=READ, clock=True)
    opened(chat)
    chat.page.clock.pause_at(chat.page.evaluate("Date.now() + 60_000"))
    chat.view.get_by_role("button", name="Details of Lead Barista").click()
    chat.send(id="bye", method="ui/resource-teardown", params={})
    chat.page.wait_for_function("window.wire.some((message) => message.id === 'bye')")
    assert "job_closed" in chat.said("ui/update-model-context")[-1]["content"][0]["text"]
    assert chat.page.evaluate("window.wire.at(-1)") == {"jsonrpc": "2.0", "id": "bye", "result": {}}


@pytest.mark.promise("WIDGET-7")
def test_a_failed_call_says_what_to_do_and_the_button_works_again(open_chat: OpenChat) -> None:
    chat = open_chat(results=[result(jobs(1))], answers={"read_jobs": {**result(ERROR), "isError": True}})
    toggle = chat.view.get_by_role("button", name="Details of Lead Barista")
    toggle.click()
    expect(chat.view.get_by_role("alert")).to_contain_text("There was no answer within 10 seconds. Try again once.")
    expect(toggle).to_have_attribute("aria-expanded", "false")
    expect(toggle).not_to_have_attribute("aria-busy", "true")
    chat.page.evaluate("answer => { setup.answers.read_jobs = answer }", READ["read_jobs"])
    toggle.click()
    expect(chat.view.locator(".sl-posting")).to_be_visible()
    expect(chat.view.get_by_role("alert")).to_have_count(0)


@pytest.mark.promise("WIDGET-7")
def test_an_unanswered_call_ends_after_ten_seconds(open_chat: OpenChat) -> None:
    chat = open_chat(results=[result(jobs(1))], answers={"read_jobs": "silence"}, clock=True)
    toggle = chat.view.get_by_role("button", name="Details of Lead Barista")
    toggle.click()
    chat.wait_for("tools/call")
    expect(toggle).to_have_attribute("aria-busy", "true")
    chat.page.clock.fast_forward(10_000)
    expect(chat.view.get_by_role("alert")).to_contain_text("Try again, or ask the assistant.")
    expect(toggle).not_to_have_attribute("aria-busy", "true")
    toggle.click()
    assert len(chat.wait_for("tools/call", 2)) == 2


@pytest.mark.promise("WIDGET-7")
def test_a_host_without_tools_shows_all_and_says_why_details_do_not_open(open_chat: OpenChat) -> None:
    chat = open_chat(results=[result(jobs(3))], capabilities={})
    expect(chat.view.locator(".sl-job")).to_have_count(3)
    chat.view.locator(".sl-toggle").first.click()
    expect(chat.view.get_by_role("alert")).to_have_text(
        "This chat app does not let the widget do that. Ask the assistant instead."
    )


@pytest.mark.promise("WIDGET-7")
def test_an_expired_job_says_so_in_place(open_chat: OpenChat) -> None:
    answers = {"read_jobs": result(details(expired=(GONE,)))}
    chat = open_chat(results=[result(jobs(1))], answers=answers)
    chat.view.locator(".sl-toggle").click()
    expect(chat.view.get_by_role("alert")).to_contain_text("Closed on 20 Nov 2026")
    assert chat.said("ui/update-model-context") == []


def test_partly_found_and_empty_lists_name_what_is_missing(open_chat: OpenChat) -> None:
    chat = open_chat(results=[result(STATES["partly"][1])])
    expect(chat.view.get_by_role("list", name="Not shown")).to_contain_text("Night Barista Closed on 20 Nov 2026")
    chat.send(method="ui/notifications/tool-result", params=result(STATES["empty"][1]))
    expect(chat.view.get_by_text("There is no open job to show.")).to_be_visible()
    expect(chat.view.get_by_role("list", name="Not shown")).to_contain_text("Job 1204500399")


@pytest.mark.promise("WIDGET-6")
def test_a_result_sent_twice_leaves_open_what_is_open(open_chat: OpenChat) -> None:
    chat = opened(open_chat(results=[result(jobs(2))], answers=READ))
    chat.send(method="ui/notifications/tool-result", params=result(jobs(2)))
    chat.send(id=77, method="ping")
    chat.page.wait_for_function("window.wire.some((message) => message.id === 77)")
    expect(chat.view.locator(".sl-posting")).to_be_visible()


@pytest.mark.promise("WIDGET-8")
def test_no_address_but_a_tools_can_be_reached(open_chat: OpenChat) -> None:
    chat = open_chat(results=[result(jobs(1))])
    chat.view.locator(".sl-job").wait_for()
    for attribute, address in (
        ("hx-get", "/w/get_job_details/"),
        ("hx-post", "/admin/"),
        ("hx-post", "https://a.example/"),
    ):
        chat.view.evaluate(
            """([name, address]) => {
                const button = document.createElement("button");
                button.setAttribute(name, address);
                document.body.append(button);
                htmx.process(button);
                button.click();
            }""",
            [attribute, address],
        )
    assert chat.said("tools/call") == []
    blocked = chat.view.evaluate("fetch('/host.html').then(() => 'reached', () => 'blocked')")
    assert blocked == "blocked"


@pytest.mark.promise("WIDGET-3")
@pytest.mark.parametrize("width", [500, 768])
@pytest.mark.parametrize("count", [5, 8])
def test_a_shut_list_is_at_most_500_px_high(open_chat: OpenChat, width: int, count: int) -> None:
    chat = open_chat(results=[result(jobs(count))], width=width)
    chat.view.locator(".sl-job").first.wait_for()
    assert chat.view.locator("#root").bounding_box()["height"] <= 500  # type: ignore[index]


@pytest.mark.promise("WIDGET-3")
def test_show_all_brings_the_rows_that_wait(open_chat: OpenChat) -> None:
    chat = open_chat(results=[result(jobs(8))])
    expect(chat.view.locator(".sl-job:visible")).to_have_count(5)
    chat.view.get_by_role("button", name="Show all jobs").click()
    expect(chat.view.locator(".sl-job:visible")).to_have_count(8)
    chat.view.get_by_role("button", name="Show fewer").click()
    expect(chat.view.locator(".sl-job:visible")).to_have_count(5)


@pytest.mark.promise("WIDGET-3")
@pytest.mark.parametrize("state", ["many", "hostile", "partly", "empty"])
def test_320_px_are_enough_and_nothing_scrolls_inside(open_chat: OpenChat, state: str) -> None:
    answers = {"read_jobs": result(STATES["hostile details"][1])}
    chat = open_chat(results=[result(STATES[state][1])], answers=answers, width=320)
    chat.view.locator("section.sl-list").wait_for()
    if state == "hostile":
        chat.view.locator(".sl-toggle").click()
        chat.view.locator(".sl-posting").wait_for()
    assert chat.view.evaluate("document.documentElement.scrollWidth") <= 320
    scrollers = (
        "[...document.querySelectorAll('#root *')].filter(e => /auto|scroll/.test(getComputedStyle(e).overflow)).length"
    )
    assert chat.view.evaluate(scrollers) == 0


@pytest.mark.promise("WIDGET-9")
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 768])
def test_axe_finds_nothing_and_targets_are_large(open_chat: OpenChat, theme: str, width: int) -> None:
    answers, context = READ, {"theme": theme}
    chat = open_chat(results=[result(jobs(8))], answers=answers, context=context, width=width, linksRefused=True)
    chat.page.add_style_tag(content=f"body {{ background: {'#1e1f21' if theme == 'dark' else '#ffffff'} }}")
    opened(chat).view.get_by_role("link", name="Apply").click()
    chat.view.get_by_role("textbox").wait_for()
    assert_clean(chat)
    heights = chat.view.locator("a, button, input").evaluate_all(
        "elements => elements.filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect().height)"
    )
    assert min(heights) >= 44


@pytest.mark.promise("WIDGET-9")
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("state", ["partly", "empty"])
def test_axe_finds_nothing_in_other_states(open_chat: OpenChat, theme: str, state: str) -> None:
    chat = open_chat(results=[result(STATES[state][1])], context={"theme": theme})
    chat.view.locator("section.sl-list").wait_for()
    assert_clean(chat)


@pytest.mark.promise("WIDGET-9")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_while_loading_and_after_an_error(open_chat: OpenChat, theme: str) -> None:
    chat = open_chat(context={"theme": theme})
    chat.wait_for("ui/notifications/initialized")
    assert_clean(chat)
    chat.send(method="ui/notifications/tool-result", params={**result(ERROR), "isError": True})
    chat.view.get_by_role("alert").wait_for()
    assert_clean(chat)


def assert_clean(chat: Chat) -> None:
    """No axe violation in the widget, no complaint in the console."""
    found = Axe().run(chat.view, options=RULES)  # type: ignore[arg-type]
    assert [violation["id"] for violation in found.response["violations"]] == []
    assert chat.complaints == []


def test_the_theme_language_and_variables_are_the_hosts(open_chat: OpenChat) -> None:
    variables = {"--color-background-primary": "rgb(1, 2, 3)", "no-variable": "x"}
    context = {"theme": "dark", "locale": "de-AT", "styles": {"variables": variables}}
    chat = open_chat(results=[result(jobs(1))], context=context)
    chat.view.locator(".sl-job").wait_for()
    style = "(name) => getComputedStyle(document.querySelector(name))"
    assert chat.view.evaluate(f"({style})('html').colorScheme") == "dark"
    assert chat.view.evaluate("document.documentElement.lang") == "de-AT"
    assert chat.view.evaluate(f"({style})('.sl-list').backgroundColor") == "rgb(1, 2, 3)"
    assert chat.view.evaluate(f"({style})('body').backgroundColor") == "rgba(0, 0, 0, 0)"
    chat.send(method="ui/notifications/host-context-changed", params={"theme": "light"})
    expect(chat.view.locator("html")).to_have_css("color-scheme", "light")


@pytest.mark.promise("WIDGET-10")
def test_every_message_is_one_that_the_standard_knows(open_chat: OpenChat) -> None:
    chat = opened(open_chat(results=[result(jobs(2))], answers=READ))
    chat.view.get_by_role("link", name="Apply").click()
    chat.wait_for("ui/open-link")
    chat.view.get_by_role("button", name="Continue with this job").click()
    chat.wait_for("ui/message")
    chat.send(id=1, method="ping")
    chat.send(id=2, method="nobody/knows")
    chat.send(id=3, method="ui/resource-teardown", params={})
    chat.page.wait_for_function("window.wire.some((message) => message.id === 3 && message.result)")
    wire = chat.page.evaluate("window.wire")
    assert [error.message for message in wire for error in MESSAGES.iter_errors(message)] == []
    methods = {message.get("method") for message in wire}
    assert methods >= {"ui/initialize", "ui/notifications/size-changed", "tools/call", "ui/update-model-context"}


def test_only_the_height_is_reported_and_it_is_right(open_chat: OpenChat) -> None:
    chat = open_chat(results=[result(jobs(3))])
    chat.view.locator(".sl-job").first.wait_for()
    chat.page.wait_for_function("document.getElementById('frame').getBoundingClientRect().height > 290")
    box = chat.view.locator("#root").bounding_box()
    assert box is not None
    assert chat.said("ui/notifications/size-changed")[-1]["height"] == pytest.approx(box["height"], abs=2)


def test_a_list_without_a_title_has_a_heading(open_chat: OpenChat) -> None:
    chat = open_chat(results=[result(list_of(title=""))])
    expect(chat.view.get_by_role("heading", level=2, name="Jobs")).to_be_visible()
