"""Every host × widget × fault: whatever the user tries, something happens that leads on."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Frame, Page, expect

from catalog.models import Tool
from catalog.tools.publish import publish_drafts
from catalog.tools.shipped import load_shipped
from mcp_bridge.preview.hosts import ABILITIES, HOSTS, Host
from mcp_bridge.snapshot import snapshots
from mcp_bridge.widgets.registry import WIDGETS
from tests.browser.site import Site, Visit, visit
from tests.factories import make_listing, make_places
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

type Fault = tuple[str, str]  # a switch and its value

LACKS = [("without", ability) for ability in ABILITIES if ability not in ("widgets", "text")]
FAULTS: list[Fault] = [
    ("result", "delivered"),  # none
    *LACKS,
    *(("calls", how) for how in ("slow", "failing", "unanswered")),
    *(("result", how) for how in ("dropped", "cancelled", "failed")),
]
TAKES_TIME = {"slow", "unanswered", "dropped"}
LONGEST_WAIT = 11_000  # milliseconds after which a widget has given up on an answer

SET = """([host, [name, value]]) => {
    const form = document.getElementById("switches");
    form.elements.host.value = host;
    form.elements.host.dispatchEvent(new Event("change", { bubbles: true }));
    for (const usual of ["result-delivered", "calls-answered"]) {
        const [switched, how] = usual.split("-");
        form.querySelector(`[name=${switched}][value=${how}]`).checked = true;
    }
    const control = form.querySelector(`[name=${name}][value=${value}]`);
    control.checked = true;
    control.dispatchEvent(new Event("change", { bubbles: true }));
    document.getElementById("call").requestSubmit();
}"""

# Plays the user: tries each thing that is there to try, and notes what it led to. A list of what led nowhere remains.
TRY = """() => {
    const seen = (selector, within = document) => [...within.querySelectorAll(selector)].find((found) => found.checkVisibility());
    const says = (selector, words) => words.test(seen(selector)?.textContent ?? "");
    const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
    const dead = [];
    let opened = 0;
    const openLink = bridge.openLink;
    bridge.openLink = (url) => openLink(url).then(() => { opened += 1 });

    async function leads(name, check) {
        for (let tries = 0; tries < 3000; tries += 1) {
            if (check() && !seen("[aria-busy=true], .htmx-request, .sl-loading")) return;
            await pause();
        }
        dead.push(name);
    }
    async function attempt(name, selector, check) {
        const control = seen(selector);
        if (!control) return;
        const isReady = () => !document.querySelector("#view [hx-post]:not([data-htmx-powered])");
        await leads(`${name}, before htmx`, isReady); // else a click would come too soon
        control.click();
        await leads(name, check);
    }
    const isTold = () => says(".sl-alert", /Ask|Try/);

    async function play() {
        await leads("paint", () => seen("a.sl-primary, .sl-toggle") || seen("[role=alert]"));
        if (!seen("a.sl-primary, .sl-toggle")) return says("[role=alert]", /Ask|Try|conversation/) || dead.push("words");
        await attempt("details", ".sl-toggle", () => seen(".sl-text") || isTold());
        await attempt("save", ".sl-save[aria-pressed=false]", () => seen(".sl-save[aria-pressed=true]") || isTold());
        await attempt("apply", "a.sl-primary", () => opened === 1 || seen(".sl-told input"));
        await attempt("board's page", "a.sl-link", () => opened === 2 || seen(".sl-told input"));
        await attempt("continue", ".sl-say", () => says(".sl-note", /has been told|Ask the assistant/));
        await attempt("close", "[aria-expanded=true]", () => !seen("[aria-expanded=true]"));
    }
    window.dead = undefined;
    play().then(() => { window.dead = dead }, (error) => { window.dead = [String(error)] });
}"""


def behaviours() -> Iterator[Any]:
    """The hosts that show widgets, each way of behaving once."""
    known = set()
    for host in HOSTS:
        way = (frozenset(host.without), host.bridge)
        if "widgets" not in host.without and way not in known:
            known.add(way)
            yield pytest.param(host, id=host.slug)


@pytest.fixture
def staff(transactional_db: None) -> User:
    """Somebody who may open the simulator, three jobs, and a release with every widget."""
    make_places()
    load_shipped()
    editor = User.objects.create_user("editor", is_staff=True)
    Tool.objects.update(enabled=True)
    publish_drafts(author=None, note="Every widget.")
    snapshots.forget()
    for title in ("Lead Barista", "Café Manager", "Barista, weekday mornings"):
        make_listing(title=title, description="Shifts end at two in the afternoon.")
    return editor


def widget_frame(page: Page) -> Frame | None:
    """The widget's own frame, once its scripts have run."""
    page.locator("#stage iframe").first.wait_for()  # also lets Playwright hear of new frames
    found = [frame for frame in page.frames if frame.parent_frame and frame.parent_frame.parent_frame]
    ready = "() => Boolean(window.widget && window.bridge)"
    return found[-1] if found and found[-1].evaluate(ready) else None


def led_nowhere(window: Visit, host: Host, fault: Fault) -> list[str]:
    """Plays one case; gives the actions after which nothing happened."""
    page = window.page
    page.evaluate("document.getElementById('log').replaceChildren()")
    page.evaluate("document.getElementById('stage').replaceChildren()")
    page.evaluate(SET, [host.slug, list(fault)])
    wait_until(lambda: widget_frame(page) is not None)
    frame = widget_frame(page)
    assert frame
    frame.evaluate(TRY)

    def is_over() -> bool:
        if fault[1] in TAKES_TIME or host.bridge == "openai":
            page.clock.fast_forward(LONGEST_WAIT)
        return bool(frame.evaluate("Boolean(window.dead)"))

    wait_until(is_over, seconds=60)
    return list(frame.evaluate("window.dead"))


@pytest.mark.promise("SIM-7", "R10")
@pytest.mark.parametrize("host", list(behaviours()))
def test_every_widget_action_and_fault_leaves_a_way_on(browser: Browser, site: Site, staff: User, host: Host) -> None:
    window = visit(browser, user=staff, site=site)
    window.page.clock.install()
    stuck = {}
    for widget in WIDGETS:
        window.page.goto(f"{site.url}/preview/host/{widget}/")
        expect(window.page.get_by_label("Tool", exact=True)).to_have_value(widget)
        for fault in FAULTS:
            if fault[0] == "without" and fault[1] in host.without:
                continue
            if dead := led_nowhere(window, host, fault):
                stuck[f"{widget}, {fault[1]}"] = dead
    assert stuck == {}
    expect(window.page.locator("#stage-facts")).to_contain_text("0 CSP violations")
    assert window.complaints == []
