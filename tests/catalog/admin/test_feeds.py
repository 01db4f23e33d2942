"""Feeds and their runs in the admin."""

import uuid
from datetime import timedelta

import pytest
from celery import Celery
from django.test import Client
from django.urls import reverse
from django.utils import formats, timezone

from catalog.models import Feed, FeedRun
from config.celery import app
from tests.factories import make_feed, make_listing

pytestmark = pytest.mark.django_db
FEEDS = "/admin/catalog/feed/"
NEW = {
    "name": "Acme", "slug": "acme", "url": "https://acme.example/jobs.json", "preset": "greenhouse", "mapping": "{}",
    "interval_minutes": 60, "drop_limit": 0.3, "blast_limit": 0.5, "empty_limit": 3,
    "runs-TOTAL_FORMS": 0, "runs-INITIAL_FORMS": 0,
}  # fmt: skip


def make_run(feed: Feed, **fields: object) -> FeedRun:
    return FeedRun.objects.create(id=uuid.uuid4(), feed=feed, **{"state": "done", **fields})


@pytest.mark.promise("ADMIN-10")
def test_the_list_shows_the_last_run_and_counts_open_listings(admin_client: Client) -> None:
    feed = make_feed()
    make_run(feed, state="done", started_at=timezone.now() - timedelta(hours=2))
    make_run(feed, state="suspect")
    make_listing(feed=feed)
    make_listing(feed=feed, status="closed", closed_reason="missing")
    make_feed(name="Never")
    page = admin_client.get(FEEDS)
    assert [row.open_listings for row in page.context["cl"].result_list] == [1, 0]
    assert "suspect: nothing was closed" in page.content.decode()
    assert "never ran" in page.content.decode()


@pytest.mark.promise("ADMIN-10")
def test_a_feed_that_answers_but_brings_nothing_is_told_by_when_it_last_brought_postings(admin_client: Client) -> None:
    now = timezone.now()
    quiet = make_feed(last_success_at=now, last_yield_at=now - timedelta(days=40))
    make_feed(last_success_at=now)
    page = admin_client.get(FEEDS).content.decode()
    assert formats.date_format(timezone.localtime(quiet.last_yield_at), "DATETIME_FORMAT") in page
    assert 'class="field-last_postings">never<' in page


@pytest.mark.promise("ADMIN-10")
def test_the_feeds_page_holds_its_ten_newest_runs(admin_client: Client) -> None:
    feed = make_feed()
    for hours in range(12):
        make_run(feed, started_at=timezone.now() - timedelta(hours=hours), reason=f"run {hours}.")
    page = admin_client.get(reverse("admin:catalog_feed_change", args=[feed.pk])).content.decode()
    assert [f"run {hours}." in page for hours in range(12)] == [True] * 10 + [False] * 2


@pytest.mark.promise("ADMIN-10")
def test_a_run_shows_counts_reason_and_rejects_as_text(admin_client: Client) -> None:
    rejects = [{"record": "job-7 <script>", "reasons": ["No title.", "No address."]}]
    run = make_run(make_feed(), read=212, closed=3, reason="The copy is cut off.", rejects=rejects)
    page = admin_client.get(reverse("admin:catalog_feedrun_change", args=[run.pk])).content.decode()
    assert "The copy is cut off." in page
    assert "<td>job-7 &lt;script&gt;</td><td>No title.; No address.</td>" in page
    assert admin_client.post(reverse("admin:catalog_feedrun_delete", args=[run.pk])).status_code == 403


def test_a_feed_is_added_with_a_shipped_preset(admin_client: Client) -> None:
    assert admin_client.post(f"{FEEDS}add/", NEW).status_code == 302
    assert Feed.objects.get().preset == "greenhouse"


@pytest.mark.parametrize(
    ("field", "value", "words"), [("preset", "fax", "Select a valid choice"), ("mapping", '{"fieldz": {}}', "fieldz")]
)
def test_a_reading_that_does_not_exist_is_refused(admin_client: Client, field: str, value: str, words: str) -> None:
    page = admin_client.post(f"{FEEDS}add/", NEW | {field: value})
    assert page.status_code == 200
    assert words in page.content.decode()


@pytest.mark.promise("ADMIN-9")
def test_refresh_now_makes_the_feed_due_and_says_so(admin_client: Client) -> None:
    feed = make_feed(next_run_at=timezone.now() + timedelta(hours=5))
    page = admin_client.post(FEEDS, {"action": "refresh", "_selected_action": [feed.pk]}, follow=True).content.decode()
    feed.refresh_from_db()
    assert feed.next_run_at <= timezone.now()
    assert f"{feed.name}: a worker is refreshing it now." in page


@pytest.mark.promise("ADMIN-9")
def test_where_the_queue_is_away_the_feed_is_due_all_the_same(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "amqp", Celery(broker="amqp://127.0.0.1:1", set_as_current=False).amqp)  # nobody listens
    feed = make_feed(next_run_at=timezone.now() + timedelta(hours=5))
    page = admin_client.post(FEEDS, {"action": "refresh", "_selected_action": [feed.pk]}, follow=True).content.decode()
    feed.refresh_from_db()
    assert feed.next_run_at <= timezone.now()
    assert "the task queue can&#x27;t be reached. The next tick refreshes it" in page
