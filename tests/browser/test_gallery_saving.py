"""Saving in the gallery: the widget's own markup, over plain HTTP."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from catalog.tools.shipped import load_shipped
from mcp_bridge.models import Shortlist
from mcp_bridge.snapshot import snapshots
from tests.browser.site import Site, served, visit
from tests.factories import make_listing, make_places

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module")
def site(browser: Browser) -> Iterator[Site]:
    with served() as running:
        yield running


@pytest.fixture
def board(transactional_db: None) -> None:
    make_places()
    load_shipped()
    snapshots.forget()


@pytest.mark.promise("WACT-1", "WACT-7")
def test_a_sample_and_a_real_job_are_saved_and_unsaved_in_place(browser: Browser, site: Site, board: None) -> None:
    make_listing(title="Lead Barista", description="Shifts end at two in the afternoon.")
    window = visit(browser, site=site)

    for slug in ("many", "board"):
        window.page.goto(f"{site.url}/preview/states/render_jobs/{slug}/")
        mark = window.page.locator(".sl-mark").first
        window.page.get_by_role("button", name="Details of Lead Barista").click()
        save = window.page.get_by_role("button", name="Save Lead Barista")
        save.click()
        expect(save).to_have_attribute("aria-pressed", "true")
        expect(save).to_be_focused()
        expect(mark).to_have_text("Saved")
        save.click()
        expect(save).to_have_attribute("aria-pressed", "false")
        expect(mark).to_be_hidden()
        assert window.findings() == []

    expect(window.page.get_by_role("button", name="Continue with this job")).to_have_count(0)  # nobody to tell
    assert window.complaints == []


@pytest.mark.promise("WACT-1")
def test_a_sample_that_was_saved_before_says_so(browser: Browser, site: Site, board: None) -> None:
    window = visit(browser, site=site)
    window.page.goto(f"{site.url}/preview/states/render_jobs/saved/")
    expect(window.page.locator(".sl-mark").nth(1)).to_have_text("Saved")
    window.page.get_by_role("button", name="Details of Barista, early shift").click()
    expect(window.page.get_by_role("button", name="Save Barista, early shift")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert not Shortlist.objects.exists()
