"""Saving end to end: in the gallery over plain HTTP, in the simulator over the real /mcp."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, expect

from mcp_bridge.models import Shortlist
from tests.browser.site import Site, at_rest, visit
from tests.factories import make_listing
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


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


@pytest.mark.promise("WACT-1", "WACT-2", "WACT-3", "WEB-10")
def test_in_a_host_the_server_hears_what_the_user_did(browser: Browser, site: Site, board: None) -> None:
    job_id = make_listing(title="Lead Barista").public_id
    window = visit(browser, user=User.objects.create_user("editor", is_staff=True), site=site)
    page = window.page
    page.goto(f"{site.url}/preview/host/render_jobs/")
    expect(page.get_by_label("Tool", exact=True)).to_have_value("render_jobs")
    page.get_by_role("button", name="Call").click()
    widget = page.frame_locator("#stage iframe").frame_locator("iframe")

    widget.get_by_role("button", name="Details of Lead Barista").click()
    expect(widget.get_by_role("button", name="Save Lead Barista")).to_be_visible()
    at_rest(page)
    widget.get_by_role("button", name="Save Lead Barista").click()
    expect(widget.locator(".sl-mark").first).to_have_text("Saved")
    expect(page.locator("#context")).to_contain_text("[job_saved] The user saved “Lead Barista”")
    widget.get_by_role("link", name="Apply").click()
    wait_until(lambda: Shortlist.objects.get().memory["applied"])  # nobody else waits for this report
    widget.get_by_role("button", name="Continue with this job").click()
    expect(widget.get_by_text("The assistant has been told.")).to_be_visible()

    memory = Shortlist.objects.get().memory
    done = [(action["by"], action["event"], action["id"]) for action in memory["actions"]]
    assert done == [("user", event, job_id) for event in ("opened", "saved", "applied", "chosen")]
    assert (memory["open_job"], memory["saved"], memory["chosen"]) == (job_id, [job_id], job_id)
    assert window.complaints == []
