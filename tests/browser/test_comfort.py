"""People who set their device up: less motion, colours of their own, a language that runs from right to left."""

import pytest
from playwright.sync_api import Frame, expect

from tests.browser.conftest import OpenChat
from tests.browser.test_widget import READ, result
from tests.mcp_bridge.widgets.samples import jobs, list_of, shown_job

pytestmark = [pytest.mark.browser, pytest.mark.promise("VIEW-8")]

BORDERLESS = """() => [...document.querySelectorAll(".sl-btn, .sl-list, .sl-alert")]
    .filter((node) => node.checkVisibility())
    .filter((node) => {
        const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(node);
        return parseFloat(borderTopWidth) < 1 || borderTopStyle === "none" || borderTopColor === "rgba(0, 0, 0, 0)";
    }).map((node) => node.className)"""


def animations(view: Frame) -> int:
    count: int = view.evaluate("document.getAnimations().length")
    return count


def test_with_colours_of_the_users_own_every_box_and_button_still_has_an_edge(open_chat: OpenChat) -> None:
    chat = open_chat(results=[result(jobs(2))], answers=READ)
    chat.page.emulate_media(forced_colors="active")
    chat.view.locator(".sl-toggle").first.click()
    expect(chat.view.get_by_role("link", name="Apply").first).to_be_visible()
    assert chat.view.evaluate("matchMedia('(forced-colors: active)').matches")
    assert chat.view.evaluate(BORDERLESS) == []

    button = chat.view.locator(".sl-posting .sl-save")
    expect(button).to_have_css("border-top-style", "solid")
    button.focus()
    chat.page.keyboard.press("Shift+Tab")
    chat.page.keyboard.press("Tab")
    expect(button).to_have_css("outline-style", "solid")


@pytest.mark.parametrize(("wish", "moves"), [("no-preference", True), ("reduce", False)])
def test_nothing_moves_for_who_wants_less_motion(open_chat: OpenChat, wish: str, moves: bool) -> None:
    chat = open_chat(results=[])  # a result on its way: the waiting places pulse
    chat.page.emulate_media(reduced_motion="reduce" if wish == "reduce" else "no-preference")
    expect(chat.view.locator(".sl-ghost").first).to_be_visible()
    assert (animations(chat.view) > 0) is moves
    turn = chat.view.locator(".sl-ghost").first.evaluate("node => getComputedStyle(node).animationName")
    assert (turn != "none") is moves


def test_a_posting_from_right_to_left_starts_at_the_right(open_chat: OpenChat) -> None:
    arabic = shown_job(0, title="مدير مقهى", reason="قريب من بيتك", company="قهوة الصباح")
    chat = open_chat(results=[result(list_of(arabic, shown_job(1)))], width=430)
    edges = """node => {
        const range = document.createRange(), box = node.closest(".sl-what").getBoundingClientRect();
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        return [text.left - box.left, box.right - text.right];
    }"""
    from_left, from_right = chat.view.get_by_role("heading", name="مدير مقهى").evaluate(edges)
    assert from_right < 2 < from_left
    from_left, from_right = chat.view.get_by_role("heading", name="Barista, weekday mornings").evaluate(edges)
    assert from_left < 2 < from_right
