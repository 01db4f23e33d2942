"""What a feed's page loads beside its form: a dry run before anything is saved, the run that goes on, and alarms."""

import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from catalog.models import Feed, FeedRun, JobListing
from tests.catalog.feeds.documents import Job, indeed
from tests.catalog.feeds.server import Publisher, publishing
from tests.factories import make_feed, make_listing

pytestmark = pytest.mark.django_db
DRY_RUN = "/admin/catalog/feed/dry-run/"


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    with publishing() as found:
        yield found


def dry_run(client: Client, publisher: Publisher, **fields: Any) -> str:
    typed = {"url": publisher.url, "preset": "indeed-xml", "mapping": "{}", "name": "Blue Door", **fields}
    return client.post(DRY_RUN, typed).content.decode()


@pytest.mark.promise("ADMIN-17")
def test_a_dry_run_shows_records_beside_their_source_and_writes_nothing(
    admin_client: Client, publisher: Publisher
) -> None:
    odd = Job(2, title="<b>Cook</b> & <script>alert(1)</script>host", extra="<benefits>Free soup</benefits>")
    publisher.body = indeed([Job(1), odd, Job(3, title=""), *[Job(number) for number in range(4, 40)]])
    page = dry_run(admin_client, publisher)
    assert "39 records found, 39 read here:" in page
    assert "38 mapped, 1 rejected" in page
    assert "job-3: it has no title." in page
    assert "The first 20 records" in page
    assert "<td>$18 - $22 an hour</td><td><code>salary</code></td>" in page
    assert "&lt;script&gt;alert(1)" in page  # the source as it is, escaped
    assert "<script" not in page
    assert "<code>benefits</code>" in page
    assert "Free soup" in page
    assert not Feed.objects.exists()
    assert not JobListing.objects.exists()


@pytest.mark.promise("ADMIN-17")
def test_a_dry_run_tries_the_mapping_as_it_is_typed(admin_client: Client, publisher: Publisher) -> None:
    publisher.body = b"<stellen><stelle><nr>1</nr><titel>Koch</titel></stelle></stellen>"
    assert "The copy starts with &lt;stellen&gt;" in dry_run(admin_client, publisher)
    typed = '{"roots": "stellen", "records": "stelle", "fields": {"external_id": "nr", "title": "titel"}}'
    assert "1 mapped, 0 rejected" in dry_run(admin_client, publisher, mapping=typed)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"url": "nowhere"}, "url: Enter a valid URL."),
        ({"mapping": "{"}, "mapping: Enter a valid JSON."),
        ({"mapping": '{"fields": {"colour": "red"}}'}, "The mapping can&#x27;t be used"),
        ({"url": "http://10.0.0.1/feed"}, "10.0.0.1 is not a public address"),
        ({"preset": "pdf"}, "preset: Select a valid choice."),
    ],
)
def test_what_can_not_be_tried_says_why(
    admin_client: Client, publisher: Publisher, fields: dict[str, str], said: str
) -> None:
    assert said in dry_run(admin_client, publisher, **fields)


def test_a_stranger_and_a_reader_try_nothing(client: Client, publisher: Publisher) -> None:
    assert client.post(DRY_RUN, {"url": publisher.url}).status_code == 302
    client.force_login(User.objects.create_user("reader", is_staff=True))
    assert client.post(DRY_RUN, {"url": publisher.url}).status_code == 403
    assert publisher.asked == []


def progress(client: Client, feed: Feed) -> str:
    return client.get(reverse("admin:catalog_feed_progress", args=[feed.pk])).content.decode()


@pytest.mark.promise("ADMIN-18")
def test_a_run_that_goes_on_is_followed_until_it_is_over(admin_client: Client) -> None:
    feed = make_feed(next_run_at=timezone.now() + timedelta(hours=1))
    assert "hx-get" not in progress(admin_client, feed)
    run = FeedRun.objects.create(id=uuid.uuid4(), feed=feed)
    assert "Fetching the copy" in progress(admin_client, feed)
    FeedRun.objects.update(expected=4_000, read=1_000)
    page = progress(admin_client, feed)
    assert '<progress value="1000" max="4000">' in page
    assert "hx-get" in page
    FeedRun.objects.update(read=4_000)
    assert "Writing what has changed" in progress(admin_client, feed)
    run.state, run.new, run.ended_at = FeedRun.State.DONE, 7, timezone.now()
    run.save()
    page = progress(admin_client, feed)
    assert "7 new" in page
    assert "hx-get" not in page


def test_a_feed_that_is_due_is_waited_for(admin_client: Client) -> None:
    page = progress(admin_client, make_feed(next_run_at=timezone.now()))
    assert "the next free worker takes it" in page
    assert "hx-get" in page


@pytest.mark.promise("ADMIN-19")
@pytest.mark.parametrize(
    ("fields", "run", "said"),
    [
        ({"failures_in_a_row": 3}, {"state": "failed", "reason": "acme.example has nothing at this address any more."},
         "3 refreshes in a row have failed. acme.example has nothing"),
        ({}, {"state": "suspect", "reason": "Nothing was closed."}, "It waits for a person. Nothing was closed."),
        ({"next_run_at": timezone.now() - timedelta(hours=2)}, {}, "no worker has taken it"),
        ({"last_yield_at": timezone.now() - timedelta(days=9)}, {}, "has brought no posting for 9 days"),
        ({"failures_in_a_row": 9, "enabled": False}, {}, ""),
        ({"failures_in_a_row": 2}, {}, ""),
    ],
)  # fmt: skip
def test_a_feed_that_needs_a_look_says_so_in_the_list_and_on_its_page(
    admin_client: Client, fields: dict[str, Any], run: dict[str, Any], said: str
) -> None:
    feed = make_feed(**{"next_run_at": timezone.now() + timedelta(hours=1), **fields})
    FeedRun.objects.create(id=uuid.uuid4(), feed=feed, **{"state": "done", **run})
    for address in ("/admin/catalog/feed/", reverse("admin:catalog_feed_change", args=[feed.pk])):
        page = admin_client.get(address).content.decode()
        assert (said in page) if said else ("Needs a look." not in page)


@pytest.mark.promise("FEED-21")
def test_a_feed_that_is_gone_is_retired_with_its_jobs_and_the_true_reason(admin_client: Client) -> None:
    feed = make_feed()
    gone, other = make_listing(feed=feed), make_listing()
    asked = {"action": "retire", "_selected_action": [str(feed.pk)]}
    page = admin_client.post("/admin/catalog/feed/", asked, follow=True).content.decode()
    assert "1 jobs are closed because their feed is gone" in page
    gone.refresh_from_db()
    other.refresh_from_db()
    feed.refresh_from_db()
    assert (gone.status, gone.closed_reason, other.status, feed.enabled) == ("closed", "feed_gone", "active", False)
