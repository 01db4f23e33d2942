"""A keeper of feeds in a browser: tries a feed before saving it, refreshes it, and follows the run to its end."""

import uuid
from collections.abc import Iterator
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from catalog.models import Feed, FeedRun
from tests.browser.site import AXE
from tests.catalog.feeds.documents import Job, indeed, jobs
from tests.catalog.feeds.server import Publisher, publishing
from tests.factories import make_feed

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    with publishing() as found:
        yield found


@pytest.fixture
def complaints() -> list[str]:
    return []


@pytest.fixture
def admin(browser: Browser, live_server: LiveServer, complaints: list[str]) -> Iterator[Page]:
    """Somebody logged in, on a phone's width."""
    User.objects.create_superuser("ann", password="correct horse")
    context = browser.new_context(
        base_url=live_server.url, viewport={"width": 390, "height": 900}, reduced_motion="reduce"
    )
    page = context.new_page()
    page.on("console", lambda said: complaints.append(said.text) if said.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto("/admin/")
    page.get_by_label("Username:").fill("ann")
    page.get_by_label("Password:").fill("correct horse")
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("heading", name="Site administration").wait_for()
    yield page
    context.close()


@pytest.mark.promise("ADMIN-17")
def test_a_feed_is_tried_before_it_is_saved(admin: Page, publisher: Publisher, complaints: list[str]) -> None:
    publisher.body = indeed([*jobs(3), Job(4, title=""), *[Job(number) for number in range(5, 12)]])
    admin.goto("/admin/catalog/feed/add/")
    admin.get_by_label("Address:").fill(publisher.url)
    admin.get_by_label("Preset:").select_option("indeed-xml")
    admin.get_by_role("button", name="Try it").click()
    admin.get_by_text("10 mapped, 1 rejected").wait_for()
    admin.get_by_text("job-4: it has no title.").wait_for()
    assert admin.get_by_role("button", name="Try it").is_enabled()
    found = Axe().run(admin, options={"runOnly": AXE["runOnly"]})
    assert found.response["violations"] == []
    assert (Feed.objects.count(), complaints) == (0, [])


@pytest.mark.promise("ADMIN-18")
def test_a_run_is_followed_to_its_end_without_a_reload(admin: Page, complaints: list[str]) -> None:
    feed = make_feed(next_run_at=timezone.now() + timedelta(hours=1))
    run = FeedRun.objects.create(id=uuid.uuid4(), feed=feed, expected=400, read=100)
    admin.goto(f"/admin/catalog/feed/{feed.pk}/change/")
    admin.get_by_text("Reading: 100 of 400").wait_for()
    FeedRun.objects.update(read=300)
    admin.get_by_text("Reading: 300 of 400").wait_for()
    FeedRun.objects.filter(pk=run.pk).update(state="done", new=400, ended_at=timezone.now())
    admin.get_by_text("400 new").wait_for()
    assert admin.locator("[hx-get]").count() == 0
    assert complaints == []
