"""Every page in a real browser: light, dark and narrow, without a complaint."""

import re
import shlex
import subprocess
import sys
from itertools import batched

import httpx2
import pytest
from playwright.sync_api import Browser, expect

from mcp_bridge.preview.connecting import clients
from mcp_bridge.preview.states import RENDER_JOBS
from tests.browser.site import Site, visit
from tests.factories import make_listing
from tests.node.tooling import node

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOOKS = [("light", 1280), ("dark", 1280), ("light", 320), ("dark", 320)]
HOSTILE = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"


@pytest.mark.promise("WEB-11")
@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_public_pages_work_in_every_look(browser: Browser, site: Site, board: None, theme: str, width: int) -> None:
    listing = make_listing(title="Barista of an" + " extraordinarily" * 8 + " long title")
    closed = make_listing(status="closed", closed_reason="missing")
    window = visit(browser, theme=theme, width=width, site=site)
    paths = ["/", "/connect/", f"/jobs/{listing.public_id}/", f"/jobs/{listing.public_id}/apply/", "/preview/"]
    for path in paths:
        window.page.goto(site.url + path)
        assert (path, window.findings(), window.overflow()) == (path, [], 0)
    assert window.complaints == []

    for path in (f"/jobs/{closed.public_id}/", "/jobs/1234567890/", "/nowhere/"):  # the console notes each status
        window.page.goto(site.url + path)
        assert (path, window.findings(), window.overflow()) == (path, [], 0)
    assert [text for text in window.complaints if "Failed to load resource" not in text] == []


@pytest.mark.promise("WEB-11")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_state_in_the_gallery_works_in_both_themes(browser: Browser, site: Site, board: None, theme: str) -> None:
    window = visit(browser, width=500, site=site)
    for state in RENDER_JOBS:
        window.page.goto(f"{site.url}/preview/states/render_jobs/{state.slug}/?theme={theme}")
        assert (state.slug, window.findings(), window.overflow()) == (state.slug, [], 0)
    assert window.complaints == []


@pytest.mark.promise("WEB-7")
def test_details_open_and_close_in_the_gallery_over_plain_http(browser: Browser, site: Site, board: None) -> None:
    make_listing(title="Lead Barista", description="Shifts end at two in the afternoon.")
    window = visit(browser, site=site)
    window.page.goto(f"{site.url}/preview/")

    for slug, words in (("board", "Shifts end at two in the afternoon."), ("many", "keep the grinders honest")):
        widget = window.page.frame_locator(f"#{slug} iframe")
        details = widget.locator("[data-htmx-powered]").first
        details.click()
        expect(widget.get_by_text(words)).to_be_visible()
        expect(details).to_have_attribute("aria-expanded", "true")
        details.click()
        expect(widget.get_by_text(words)).to_be_hidden()

    assert window.complaints == []


@pytest.mark.promise("WEB-7", "WIDGET-4")
@pytest.mark.parametrize(
    ("widget", "state"), [("render_featured_job", "one"), ("render_comparison", "three"), ("render_jobs", "many")]
)
def test_the_same_buttons_work_over_plain_http_in_every_widget(
    browser: Browser, site: Site, board: None, widget: str, state: str
) -> None:
    window = visit(browser, width=500, site=site)
    window.page.goto(f"{site.url}/preview/?widget={widget}&width=430")
    shown = window.page.frame_locator(f"#{state} iframe")
    shown.locator(".sl-toggle[data-htmx-powered]").first.click()
    expect(shown.get_by_text("keep the grinders honest")).to_be_visible()
    expect(shown.locator(".sl-primary:visible")).to_have_count(1)
    save = shown.locator(".sl-save:visible")
    save.click()
    expect(save).to_have_attribute("aria-pressed", "true")
    expect(shown.locator(".sl-mark").first).to_have_text("Saved")
    assert (window.overflow(), window.complaints) == (0, [])


@pytest.mark.promise("WEB-6")
def test_the_gallery_and_its_json_can_be_read_without_scripts(browser: Browser, site: Site, board: None) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.url}/preview/?theme=dark&width=768")

    expect(page.locator("#many pre")).to_contain_text('"Lead Barista"')
    expect(page.frame_locator("#many iframe").get_by_role("heading", name="Lead Barista")).to_be_visible()
    context.close()


@pytest.mark.promise("WEB-3")
def test_hostile_listings_stay_text_on_their_pages(browser: Browser, site: Site, board: None) -> None:
    listing = make_listing(title=HOSTILE, company=HOSTILE, description_html=HOSTILE, description=HOSTILE)
    window = visit(browser, site=site)

    for path in (f"/jobs/{listing.public_id}/", f"/jobs/{listing.public_id}/apply/"):
        window.page.goto(site.url + path)
        assert window.page.title() != "owned"
        expect(window.page.get_by_text("<script>").first).to_be_visible()

    assert window.complaints == []


@pytest.mark.promise("WEB-2")
def test_the_python_program_on_the_page_runs_as_it_stands(site: Site, board: None) -> None:
    make_listing(title="Lead Barista", company="Hyde & Co.")
    program = next(item.snippet for item in clients(site.url) if item.id == "python")

    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)

    assert (ran.stderr, ran.stdout.partition(" ")[2]) == ("", "Lead Barista at Hyde & Co.\n")


@pytest.mark.promise("WEB-14")
def test_the_typescript_program_on_the_page_runs_as_it_stands(site: Site, board: None) -> None:
    make_listing(title="Barista", company="Hyde & Co.")
    program = next(client.snippet for client in clients(site.url) if client.id == "typescript")
    assert node("--input-type=module", "--eval", program).partition(" ")[2].strip() == "Barista at Hyde & Co."


@pytest.mark.promise("WEB-14")
@pytest.mark.parametrize("name", ["curl", "rest"])
def test_a_command_for_curl_on_the_page_runs_as_it_stands(site: Site, board: None, name: str) -> None:
    make_listing(title="Barista")
    command = next(client.snippet for client in clients(site.url) if client.id == name)
    _, _, address, *words = shlex.split(command.replace("\\\n", ""))
    given = list(batched(words, 2, strict=True))
    headers = dict(value.split(": ", 1) for option, value in given if option == "-H")
    [body] = [value for option, value in given if option == "-d"]
    answer = httpx2.post(address, content=body, headers=headers).json()
    if name == "curl":
        assert answer["result"]["tools"][0]["name"] == "search_jobs"
    else:
        assert answer["output"]["jobs"][0]["title"] == "Barista"


@pytest.mark.promise("WEB-15")
def test_the_page_says_hello_in_both_eras_and_shows_the_transcript(browser: Browser, site: Site, board: None) -> None:
    window = visit(browser, site=site)
    page = window.page
    page.goto(f"{site.url}/connect/")
    page.get_by_role("button", name="Say hello in both eras").click()
    expect(page.locator("#handshake-outcome")).to_have_text(
        re.compile(r"^Both eras answer, with (\d+) and \1 tools\.$")
    )
    transcript = page.locator("#handshake-transcript")
    for words in ("Protocol 2026-07-28", "server/discover", "Protocol 2025-11-25", '"method":"initialize"', "← 200 in"):
        expect(transcript).to_contain_text(words)
    assert window.findings() == []
    assert window.complaints == []


@pytest.mark.promise("WEB-2")
def test_the_copy_button_copies_the_address(browser: Browser, site: Site, board: None) -> None:
    window = visit(browser, site=site)
    window.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site.url)
    window.page.goto(f"{site.url}/connect/")

    window.page.get_by_role("button", name="Copy The server's address").click()

    expect(window.page.locator("#copied")).to_have_text("Copied: The server's address")
    assert window.page.evaluate("navigator.clipboard.readText()") == f"{site.url}/mcp"
