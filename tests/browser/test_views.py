"""Every state of every widget: the same on both sides, nothing that the model lacks, and fit to be looked at."""

import copy
import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from catalog.tools.handler import find_handler
from mcp_bridge.preview.states import STATES, State
from mcp_bridge.widgets.paths import paths_of
from mcp_bridge.widgets.registry import ErrorContent, view_template
from mcp_bridge.widgets.render import render_view
from tests.browser.conftest import Chat, OpenChat
from tests.browser.labels import leaves, strangers
from tests.browser.site import at_rest
from tests.browser.test_widget import RULES, result
from tests.mcp_bridge.widgets.samples import BOARD, ERROR, HOSTILE, details, job_details, updated

pytestmark = pytest.mark.browser

THEMES = ("light", "dark")
READ = {"read_jobs": result(details(job_details(0)))}
FIRST = {"render_jobs": "many", "render_featured_job": "one", "render_comparison": "three"}

PAINT = """([view, content]) => {
    document.getElementById("view").innerHTML = widget.render(view, content);
}"""
PAINT_ALL = """(states) => {
    document.getElementById("view").innerHTML = states.map(([view, content]) => widget.render(view, content)).join("");
}"""
VISIBLE = """() => {
    const walker = document.createTreeWalker(document.getElementById("view"), NodeFilter.SHOW_TEXT), seen = [];
    while (walker.nextNode()) if (walker.currentNode.parentElement.checkVisibility()) seen.push(walker.currentNode.data);
    return seen;
}"""
SCROLLERS = """() => [...document.querySelectorAll("#root *")]
    .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflow)).length"""
TARGETS = """() => Math.min(...[...document.querySelectorAll("a, button, input")].filter((element) => element.checkVisibility())
    .map((element) => Math.min(element.getBoundingClientRect().height, element.getBoundingClientRect().width)))"""


def drawn(widget: str, state: State) -> tuple[str, dict[str, Any]]:
    """The view that a state shows, and its content with the board's name."""
    if state.says:
        return "error", ErrorContent(error=state.says).model_dump()
    found = state.result(widget, None)
    if found is None:
        return "loading", {}
    content = copy.deepcopy(found.structured)
    if "output" in content:
        content["output"]["board"] = BOARD.name
    return ("error" if found.is_error else widget), content


def hostile(content: Any) -> Any:
    """The content with an attack in the place of every text."""
    if isinstance(content, dict):
        return {key: hostile(value) for key, value in content.items()}
    if isinstance(content, list):
        return [hostile(value) for value in content]
    return HOSTILE if isinstance(content, str) else content


def marked(content: Any, path: str = "") -> Any:
    """The content with every text made one of a kind."""
    if isinstance(content, dict | list):
        items = content.items() if isinstance(content, dict) else enumerate(content)
        new = {key: marked(value, f"{path}.{key}") for key, value in items}
        return new if isinstance(content, dict) else [*new.values()]
    return f"{content} at {path}" if isinstance(content, str) and not content.startswith("https:") else content


def cases(widget: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every state, as it is and with hostile texts, then what the widget loads into itself."""
    for state in STATES[widget]:
        view, content = drawn(widget, state)
        yield state.slug, view, content
        yield f"{state.slug}, hostile", view, hostile(content)
    loaded = (("get_job_details", details(job_details(0))), ("update_shortlist", updated()), ("error", ERROR))
    for view, content in loaded:
        yield view, view, content
        yield f"{view}, hostile", view, hostile(content)


def opened(open_chat: OpenChat, widget: str, **setup: Any) -> Chat:
    """A chat app that shows a usual result, with the board's name."""
    state = next(state for state in STATES[widget] if state.slug == FIRST[widget])
    chat = open_chat(widget=widget, results=[result(drawn(widget, state)[1])], **setup)
    chat.view.locator("section.sl-list").wait_for()
    at_rest(chat.page)
    return chat


@pytest.mark.promise("WIDGET-2")
@pytest.mark.parametrize("widget", STATES)
def test_every_state_is_the_same_on_the_server_and_in_the_browser(open_chat: OpenChat, widget: str) -> None:
    chat = opened(open_chat, widget)
    for name, view, content in cases(widget):
        ours, theirs = chat.view.evaluate(
            """([view, content, rendered]) => {
                const parsed = (markup) => Object.assign(document.createElement("div"), { innerHTML: markup }).innerHTML;
                return [parsed(rendered), parsed(widget.render(view, content))];
            }""",
            [view, content, render_view(view, content, board=BOARD)],
        )
        assert (name, theirs) == (name, ours)
    assert chat.complaints == []


@pytest.mark.promise("VIEW-3", "R1")
@pytest.mark.parametrize("widget", STATES)
def test_whatever_is_on_the_screen_is_in_the_result(open_chat: OpenChat, widget: str) -> None:
    chat = opened(open_chat, widget)
    for name, view, content in cases(widget):
        chat.view.evaluate(PAINT, [view, content])
        assert (name, strangers(chat.view.evaluate(VISIBLE), content)) == (name, [])


@pytest.mark.promise("VIEW-3", "R1")
@pytest.mark.parametrize("widget", STATES)
def test_a_shown_field_that_the_result_lacked_would_be_noticed(open_chat: OpenChat, widget: str) -> None:
    chat = opened(open_chat, widget)
    noticed: set[str] = set()
    for state in STATES[widget]:
        view, content = drawn(widget, state)
        unique = marked(content)
        chat.view.evaluate(PAINT, [view, unique])
        seen = chat.view.evaluate(VISIBLE)
        assert strangers(seen, unique) == []
        for path, value in leaves(unique).items():
            if any(value in text for text in seen):
                assert strangers(seen, without(unique, path)), f"{state.slug}: {path}"
                noticed.add(".".join(part for part in path.split(".")[2:] if not part.isdigit()))
    assert noticed >= shown_texts(widget)


def without(content: Any, path: str) -> Any:
    """The content less one value."""
    less = copy.deepcopy(content)
    *way, last = path.split(".")[1:]
    place = less
    for key in way:
        place = place[int(key) if isinstance(place, list) else key]
    place[int(last) if isinstance(place, list) else last] = ""
    return less


def shown_texts(widget: str) -> set[str]:
    """The fields that the view writes as text, going by its template."""
    handler = find_handler(widget)
    assert handler
    in_attributes = {"view", "jobs.id", "jobs.url", "jobs.apply_url", "jobs.saved", "jobs.facts.differs"}
    blocks = {"jobs", "jobs.5", "jobs.facts", "not_shown"}
    paths = {path.removeprefix("output.") for path in paths_of(view_template(widget), {"output": handler.output})}
    if widget == "render_featured_job":  # its one id is known, or the call is an error
        paths -= {"not_shown.id"}
    return paths - in_attributes - blocks


@pytest.mark.promise("VIEW-5")
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("widget", STATES)
def test_axe_finds_nothing_in_any_state(open_chat: OpenChat, widget: str, theme: str) -> None:
    chat = opened(open_chat, widget, context={"theme": theme}, width=500)
    chat.page.add_style_tag(content=f"body {{ background: {'#1e1f21' if theme == 'dark' else '#ffffff'} }}")
    chat.view.evaluate(PAINT_ALL, [named(*drawn(widget, state), state.slug) for state in STATES[widget]])
    found = Axe().run(chat.view, options=RULES).response["violations"]  # type: ignore[arg-type]
    assert [(violation["id"], [node["html"] for node in violation["nodes"]]) for violation in found] == []
    assert chat.complaints == []


def named(view: str, content: dict[str, Any], slug: str) -> tuple[str, dict[str, Any]]:
    """The state with a view's name of its own, so that all can stand on one page."""
    return view, {**content, "output": {**content["output"], "view": slug}} if "output" in content else content


@pytest.mark.promise("VIEW-5")
@pytest.mark.parametrize("width", [320, 430, 768])
@pytest.mark.parametrize("widget", STATES)
def test_every_state_fits_scrolls_nowhere_and_has_targets_of_44_px(
    open_chat: OpenChat, widget: str, width: int
) -> None:
    chat = opened(open_chat, widget, width=width)
    for name, view, content in cases(widget):
        chat.view.evaluate(PAINT, [view, content])
        wide = chat.view.evaluate("document.documentElement.scrollWidth")
        assert (name, max(wide, width), chat.view.evaluate(SCROLLERS)) == (name, width, 0)
        target = chat.view.evaluate(TARGETS)
        assert (name, target is None or target >= 44) == (name, True)


@pytest.mark.promise("VIEW-5", "WIDGET-4")
@pytest.mark.parametrize("widget", STATES)
def test_by_keyboard_alone_a_posting_opens_closes_and_keeps_the_focus(open_chat: OpenChat, widget: str) -> None:
    chat = opened(open_chat, widget, answers=READ)
    toggle = chat.view.locator(".sl-toggle").first
    toggle.focus()
    chat.page.keyboard.press("Enter")
    expect(chat.view.get_by_text("two years behind an espresso machine")).to_be_visible()
    expect(toggle).to_be_focused()
    chat.page.keyboard.press("Enter")
    expect(chat.view.get_by_text("two years behind an espresso machine")).to_be_hidden()
    assert chat.complaints == []


@pytest.mark.promise("VIEW-6", "R10", "R12")
@pytest.mark.parametrize("widget", STATES)
def test_where_details_are_refused_apply_and_the_boards_page_are_still_there(open_chat: OpenChat, widget: str) -> None:
    chat = opened(open_chat, widget)
    chat.view.locator(".sl-toggle").first.click()
    expect(chat.view.get_by_role("alert")).to_contain_text("This chat app does not let the widget do that.")
    apply = chat.view.get_by_role("link", name=re.compile("^Apply( for Lead Barista)?$"))
    expect(apply).to_be_visible()
    board = re.compile(r"^See it on (Lone Star Jobs \(Lead Barista\)|the job board)$")
    expect(chat.view.get_by_role("link", name=board)).to_be_visible()
    at_rest(chat.page)
    apply.click()
    assert chat.wait_for("ui/open-link") == [{"url": "https://apply.board.example/11"}]


@pytest.mark.promise("WIDGET-3")
@pytest.mark.parametrize("width", [320, 768])
def test_in_a_shut_row_facts_are_whole_or_away(open_chat: OpenChat, width: int) -> None:
    chat = opened(open_chat, "render_jobs", width=width)
    cut = """() => [...document.querySelectorAll(".sl-facts")].flatMap((facts) => {
        const { bottom } = facts.getBoundingClientRect();
        return [...facts.children].map((fact) => fact.getBoundingClientRect())
            .filter((fact) => fact.height && fact.top < bottom - 1 && fact.bottom > bottom + 1);
    })"""
    assert chat.view.evaluate(cut) == []


@pytest.mark.promise("VIEW-5")
def test_a_posting_is_read_from_the_side_its_title_is(open_chat: OpenChat) -> None:
    chat = opened(open_chat, "render_jobs")
    state = next(state for state in STATES["render_jobs"] if state.slug == "rtl")
    chat.view.evaluate(PAINT, list(drawn("render_jobs", state)))
    arabic, english = chat.view.locator(".sl-why").all()
    expect(arabic).to_have_css("border-right-width", "3px")
    expect(english).to_have_css("border-left-width", "3px")
    date = chat.view.locator(".sl-facts").first.get_by_text("24 Nov 2026")
    expect(date).to_have_css("unicode-bidi", "plaintext")  # else its day would stand last


@pytest.mark.promise("VIEW-2")
def test_columns_stand_side_by_side_where_there_is_room_and_their_rows_meet(open_chat: OpenChat) -> None:
    wide, narrow = (opened(open_chat, "render_comparison", width=width) for width in (768, 430))
    tops = """() => [...document.querySelectorAll(".sl-column")].map((column) =>
        [...column.querySelectorAll("dt")].map((label) => Math.round(label.getBoundingClientRect().top)))"""
    first, *others = wide.view.evaluate(tops)
    assert others == [first, first]
    stacked = [rows[0] for rows in narrow.view.evaluate(tops)]
    assert stacked == sorted(set(stacked))


@pytest.mark.promise("VIEW-2")
def test_a_difference_is_marked_by_weight_and_sign_and_not_by_colour_alone(open_chat: OpenChat) -> None:
    chat = opened(open_chat, "render_comparison")
    pay = chat.view.locator(".sl-rows div", has_text="Pay").first
    workplace = chat.view.locator(".sl-rows div", has_text="Workplace").first
    expect(pay.locator("dd")).to_have_css("font-weight", "600")
    expect(workplace.locator("dd")).to_have_css("font-weight", "400")
    sign = "(label) => getComputedStyle(label, '::after').content"
    assert "≠" in pay.locator("dt").evaluate(sign)
    assert workplace.locator("dt").evaluate(sign) == "none"
