"""The timeline and its lists in a browser: read from the list to the export, accessible, under the strict CSP."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, expect

from catalog.tools.shipped import load_shipped
from mcp_bridge.models import Shortlist
from mcp_bridge.shortlists.memory import Memory, Search, ShownItem, View
from mcp_bridge.snapshot import snapshots
from tests.browser.site import Site, Visit, visit
from tests.factories import make_listing, make_places
from tests.mcp_bridge.shortlists.rows import ago, make_call, make_shortlist

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LISTS = ["/admin/", "/admin/mcp_bridge/", "/admin/mcp_bridge/shortlist/", "/admin/mcp_bridge/loggedcall/"]
VIEWS = [(theme, width) for theme in ("light", "dark") for width in (320, 1280)]


@pytest.fixture
def admin(transactional_db: None) -> User:
    load_shipped()
    snapshots.forget()
    return User.objects.create_superuser("ann")


@pytest.fixture
def row(admin: User) -> Shortlist:
    """A conversation with everything in it: a widget, a deed, a long wait, a repeat, a slow call, jobs that are gone."""
    make_places()
    jobs = [make_listing(title=title) for title in ("Lead Barista", "Café Manager", "Barista, weekday mornings")]
    ids = [str(job.public_id) for job in jobs]
    view = View(view="v" * 26, title="Mornings", items=[ShownItem(id=job_id) for job_id in ids])
    memory = Memory(searches=[Search(query="barista", total=3, ids=ids)], views=[view], opened=ids[:2], chosen=ids[1])
    row = make_shortlist(memory=memory, principal=f"openai-{'0123456789ab' * 2}")
    found = "3 jobs fit. Read the most promising with get_job_details before you show any of them."
    asked = {"query": "(7 characters)", "locations": ["(10 characters)"], "pay_min": 45_000, "sort": "newest"}
    make_call(row, at=ago(minutes=14), arguments=asked, ids=ids, instruction=found, release_served=1, release_read=1)
    make_call(row, at=ago(minutes=13, seconds=55), tool="render_jobs", outcome="shown", ids=ids, release_served=1)
    make_call(row, at=ago(minutes=9), tool="get_job_details", outcome="details_read", actor="user", ids=ids[:1])
    told = [f"opened {ids[0]}", "saved 4810293344"]
    make_call(row, at=ago(minutes=8), outcome="nothing_found", user_actions=told, milliseconds=1_840, client="ChatGPT")
    slip = {"outcome": "repeated", "is_error": True, "instruction": "This is the same call for the third time."}
    make_call(row, at=ago(minutes=7, seconds=58), era="legacy", client="", **slip)
    return row


def opened(
    browser: Browser, site: Site, admin: User, address: str, *, width: int = 1280, theme: str = "light"
) -> Visit:
    window = visit(browser, width=width, theme=theme, user=admin, site=site)
    response = window.page.goto(site.url + address)
    assert response is not None
    assert response.status == 200, address
    return window


def timeline_of(row: Shortlist) -> str:
    return f"/admin/mcp_bridge/shortlist/{row.pk}/change/"


@pytest.mark.promise("LOG-12", "LOG-14")
def test_support_reads_a_conversation_from_the_list_to_the_export(
    browser: Browser, site: Site, admin: User, row: Shortlist, tmp_path: Path
) -> None:
    window = opened(browser, site, admin, "/admin/mcp_bridge/shortlist/?sign=repeats")
    page = window.page
    page.get_by_role("link", name=f"shortlist {row.pk}").click()
    steps = page.locator(".timeline > .step")
    expect(steps).to_have_count(5)
    expect(steps.nth(1)).to_contain_text("widget shown")
    expect(steps.nth(3)).to_contain_text("The user opened Lead Barista")
    expect(steps.nth(4)).to_contain_text("repeated")
    expect(page.locator(".timeline > .gap")).to_have_text(["5 min later", "1 min later"])
    with page.expect_download() as download:
        page.get_by_role("link", name="Export as JSON").click()
    download.value.save_as(tmp_path / "export.json")
    told = json.loads((tmp_path / "export.json").read_text(encoding="utf-8"))
    assert [call["outcome"] for call in told["calls"]][-2:] == ["nothing_found", "repeated"]
    page.get_by_role("link", name="Lead Barista").first.click()
    expect(page.get_by_role("heading", name="Lead Barista")).to_be_visible()
    assert window.complaints == []


@pytest.mark.promise("LOG-16")
@pytest.mark.parametrize(("theme", "width"), VIEWS)
def test_timeline_and_lists_are_accessible_and_fit(
    browser: Browser, site: Site, admin: User, row: Shortlist, theme: str, width: int
) -> None:
    call = row.calls.latest("pk")
    timeline = timeline_of(row)
    swept = make_call(row.pk + 1).shortlist_id
    for address in [
        *LISTS,
        timeline,
        f"/admin/mcp_bridge/loggedcall/{call.pk}/change/",
        timeline_of(Shortlist(pk=swept)),
    ]:
        window = opened(browser, site, admin, address, width=width, theme=theme)
        assert window.findings() == [], address
        assert window.complaints == [], address
        if address == timeline:
            assert window.overflow() == 0
        window.page.context.close()
