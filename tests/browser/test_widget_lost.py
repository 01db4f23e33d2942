"""The widget where its result does not come, or where there is no bridge at all."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenChat
from tests.browser.test_widget import READ, result
from tests.mcp_bridge.widgets.samples import ERROR, jobs

pytestmark = [pytest.mark.browser, pytest.mark.promise("WIDGET-6")]

OPENAI = """{
  theme: "dark", locale: "ja-JP", toolInput: {}, toolOutput: %s, calls: [],
  callTool(name, args) { this.calls.push([name, args]); return Promise.resolve(%s) },
  setWidgetState(state) { this.state = state },
  openExternal(link) { this.calls.push(["open", link.href]) },
  sendFollowUpMessage({ prompt }) { this.calls.push(["say", prompt]) },
  notifyIntrinsicHeight(height) { this.height = height },
}"""


def openai(output: dict[str, Any] | None) -> str:

    return OPENAI % (json.dumps(output), json.dumps(READ["read_jobs"]))


def test_a_lost_result_is_taken_from_what_the_window_holds(open_chat: OpenChat) -> None:
    chat = open_chat(openai=openai(jobs(2)))
    expect(chat.view.locator(".sl-job")).to_have_count(2)
    assert chat.said("tools/call") == []


def test_a_lost_result_is_asked_for_again_with_the_same_arguments(open_chat: OpenChat) -> None:
    given = {"items": [{"id": "1204500371"}], "title": "Barista jobs in Austin"}
    chat = open_chat(input=given, answers={"show_jobs": result(jobs(3))}, clock=True)
    chat.wait_for("ui/notifications/initialized")
    chat.page.clock.fast_forward(8_000)
    expect(chat.view.locator(".sl-job")).to_have_count(3)
    assert chat.said("tools/call") == [{"name": "show_jobs", "arguments": given}]


def test_the_call_again_uses_the_name_under_which_the_host_opened_it(open_chat: OpenChat) -> None:
    context = {"toolInfo": {"tool": {"name": "render_jobs_2"}}}
    chat = open_chat(input={}, context=context, answers={"render_jobs_2": result(jobs(1))}, clock=True)
    chat.wait_for("ui/notifications/initialized")
    chat.page.clock.fast_forward(8_000)
    expect(chat.view.locator(".sl-job")).to_have_count(1)


@pytest.mark.parametrize("setup", [{"input": {"items": []}}, {}], ids=["no tools", "no arguments"])
def test_without_any_way_a_lost_result_ends_in_words(open_chat: OpenChat, setup: dict[str, Any]) -> None:
    chat = open_chat(**setup, capabilities={}, clock=True)
    chat.wait_for("ui/notifications/initialized")
    expect(chat.view.locator(".sl-loading")).to_be_visible()
    chat.page.clock.fast_forward(8_000)
    expect(chat.view.get_by_role("alert")).to_contain_text("Ask again to see them here.")
    expect(chat.view.locator(".sl-loading")).to_have_count(0)


def test_a_result_that_comes_late_is_shown_after_all(open_chat: OpenChat) -> None:
    chat = open_chat(capabilities={}, clock=True)
    chat.wait_for("ui/notifications/initialized")
    chat.page.clock.fast_forward(8_000)
    chat.view.get_by_role("alert").wait_for()
    chat.send(method="ui/notifications/tool-result", params=result(jobs(1)))
    expect(chat.view.locator(".sl-job")).to_have_count(1)


def test_a_cancelled_request_ends_the_wait(open_chat: OpenChat) -> None:
    chat = open_chat(cancelled=True)
    expect(chat.view.get_by_role("alert")).to_contain_text("The request was cancelled. Ask again to see the jobs.")
    assert chat.complaints == []


def test_a_cancellation_after_the_result_changes_nothing(open_chat: OpenChat) -> None:
    chat = open_chat(results=[result(jobs(1))], cancelled=True)
    expect(chat.view.locator(".sl-job")).to_have_count(1)
    chat.send(id=5, method="ping")
    chat.page.wait_for_function("window.wire.some((message) => message.id === 5)")
    expect(chat.view.get_by_role("alert")).to_have_count(0)


def test_an_error_result_is_told_plainly(open_chat: OpenChat) -> None:
    chat = open_chat(results=[{**result(ERROR), "isError": True}])
    expect(chat.view.get_by_role("alert")).to_contain_text("There was no answer within 10 seconds. Try again once.")


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        ({"content": [{"type": "text", "text": "saved to /tmp/result.json"}]}, "The result could not be read."),
        ({"content": [{"type": "text", "text": "null"}]}, "The result could not be read."),
        ({"content": []}, "The result could not be read."),
        ({"structuredContent": {"output": None}}, "The result could not be read."),
        ({"content": [{"type": "text", "text": "Too many calls."}], "isError": True}, "Too many calls."),
    ],
)
def test_an_unreadable_result_is_told_plainly(open_chat: OpenChat, broken: dict[str, Any], told: str) -> None:
    chat = open_chat(results=[broken])
    expect(chat.view.get_by_role("alert")).to_contain_text(told)
    assert chat.complaints == []


def test_a_host_that_never_answers_ends_in_words(open_chat: OpenChat) -> None:
    chat = open_chat(mute=True, clock=True)
    chat.wait_for("ui/initialize")
    chat.page.clock.fast_forward(10_000)
    expect(chat.view.get_by_role("alert")).to_contain_text("This view could not reach the chat app.")


@pytest.mark.promise("WIDGET-10")
def test_without_a_bridge_the_window_is_enough(open_chat: OpenChat) -> None:
    chat = open_chat(mute=True, openai=openai(jobs(2)))
    view = chat.view
    expect(view.locator(".sl-job")).to_have_count(2)
    view.get_by_role("button", name="Details of Lead Barista").click()
    view.get_by_role("link", name="Apply").click()
    view.get_by_role("button", name="Continue with this job").click()
    view.get_by_text("The assistant has been told.").wait_for()
    called = [name for name, _ in view.evaluate("openai.calls")]
    assert called == ["read_jobs", "open", "keep_jobs", "keep_jobs", "say"]
    assert "[apply_opened]" in view.evaluate("openai.state.modelContent")
    assert view.evaluate("document.documentElement.lang") == "ja-JP"
    assert view.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    assert view.evaluate("openai.height") > 100


@pytest.mark.promise("WIDGET-10")
def test_without_a_bridge_a_later_result_is_taken_too(open_chat: OpenChat) -> None:
    chat = open_chat(mute=True, openai=openai(None))
    expect(chat.view.locator("html")).to_have_attribute("lang", "ja-JP")
    chat.view.evaluate(
        "output => { openai.toolOutput = output; dispatchEvent(new Event('openai:set_globals')) }", jobs(1)
    )
    expect(chat.view.locator(".sl-job")).to_have_count(1)
