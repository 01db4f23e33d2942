"""One run at a time, and what becomes of a feed whose worker is gone."""

import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from catalog.feeds import lease as leases
from catalog.feeds.closing import close_expired, reopen_unexpired
from catalog.feeds.errors import LeaseLostError
from catalog.feeds.lease import leased, locked_feed, renew
from catalog.feeds.refresh import refresh_feed
from catalog.feeds.schedule import due_feeds
from catalog.feeds.staging import drop_leftovers
from catalog.models import Feed, FeedRun, JobListing, JobSearch
from config.env import BASE_DIR
from tests.catalog.feeds.documents import Job, indeed, jobs
from tests.catalog.feeds.runs import open_ids
from tests.catalog.feeds.server import Publisher
from tests.factories import make_feed, make_listing
from tests.waiting import wait_until

State = FeedRun.State


@pytest.fixture
def feed(publisher: Publisher) -> Feed:
    publisher.body = indeed(jobs(3))
    return Feed.objects.create(slug="blue-door", name="Blue Door", url=publisher.url, preset="indeed-xml")


@contextmanager
def worker(feed: Feed, point: str) -> "Iterator[subprocess.Popen[str]]":
    """A worker process that has come to `point` and waits there; killed without warning in the end."""
    name = str(connection.settings_dict["NAME"])
    command = [sys.executable, "-m", "tests.catalog.feeds.worker", name, str(feed.pk), point]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=BASE_DIR) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "here\n"
            yield process
        finally:
            process.kill()


@pytest.mark.promise("FEED-3")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("point", ["fetching", "reading", "judging", "writing"])
def test_a_killed_workers_feed_is_due_at_once_and_the_next_run_completes_it(feed: Feed, point: str) -> None:
    with worker(feed, point):
        assert due_feeds() == []
        assert refresh_feed(feed.pk) is None
    wait_until(lambda: due_feeds() == [feed.pk])
    assert (JobListing.objects.count(), JobSearch.objects.count()) == (0, 0)
    run = refresh_feed(feed.pk)
    assert run is not None
    assert (run.state, run.new) == (State.DONE, 3)
    assert sorted(FeedRun.objects.values_list("state", flat=True)) == [State.DONE, State.LOST]
    assert (JobListing.objects.count(), JobSearch.objects.count()) == (3, 3)
    assert not [name for name in connection.introspection.table_names() if "stage" in name]


@pytest.mark.promise("FEED-3")
@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_after_its_last_transaction_has_done_its_work(feed: Feed) -> None:
    with worker(feed, "committed"):
        pass
    assert due_feeds() == []
    assert FeedRun.objects.get().state == State.DONE
    assert (JobListing.objects.count(), JobSearch.objects.count()) == (3, 3)
    assert drop_leftovers() == 1
    again = refresh_feed(feed.pk)
    assert again is not None
    assert again.state == State.UNCHANGED


@pytest.mark.promise("FEED-4")
@pytest.mark.django_db(transaction=True)
def test_a_second_refresh_of_a_feed_returns_at_once(feed: Feed) -> None:
    second: list[FeedRun | None] = []

    def meanwhile(_done: int, _total: int) -> None:
        thread = threading.Thread(target=lambda: (second.append(refresh_feed(feed.pk)), connection.close()))
        thread.start()
        thread.join()

    first = refresh_feed(feed.pk, progress=meanwhile)
    assert first is not None
    assert (first.state, second) == (State.DONE, [None])
    assert FeedRun.objects.count() == 1


@pytest.mark.promise("FEED-4")
@pytest.mark.django_db
def test_a_run_that_hangs_loses_its_lease_and_can_not_write_any_more() -> None:
    feed = make_feed()
    with leased(feed.pk) as slow:
        assert slow
        Feed.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        with leased(feed.pk) as quick:
            assert quick
            with pytest.raises(LeaseLostError):
                renew(slow)
            with pytest.raises(LeaseLostError):
                locked_feed(slow)
            assert locked_feed(quick) == feed
    assert FeedRun.objects.get(pk=slow.run_id).state == State.LOST


@pytest.mark.django_db
def test_a_run_that_lost_its_lease_while_it_read_changes_nothing(feed: Feed) -> None:
    def taken_over(_done: int, _total: int) -> None:
        Feed.objects.update(lease_run=uuid.uuid4())

    refresh_feed(feed.pk, progress=taken_over)
    assert not JobListing.objects.exists()


@pytest.mark.django_db
def test_a_working_run_renews_its_lease(feed: Feed) -> None:
    ends = []

    def look(_done: int, _total: int) -> None:
        ends.append(Feed.objects.get().lease_until)

    refresh_feed(feed.pk, progress=look)
    assert ends[0] - timezone.now() > leases.LENGTH - timedelta(minutes=1)


@pytest.mark.django_db
def test_a_feed_that_is_gone_is_no_error() -> None:
    assert refresh_feed(4711) is None


@pytest.mark.promise("FEED-14")
@pytest.mark.django_db
def test_due_are_enabled_feeds_whose_time_has_come_longest_waiting_first() -> None:
    now = timezone.now()
    waiting = make_feed(next_run_at=now - timedelta(hours=2))
    due = make_feed(next_run_at=now)
    make_feed(next_run_at=now + timedelta(minutes=1))
    make_feed(next_run_at=now, enabled=False)
    assert due_feeds() == [waiting.pk, due.pk]


@pytest.mark.promise("FEED-14")
@pytest.mark.django_db(transaction=True)
def test_two_ticks_at_the_same_moment_see_different_feeds() -> None:
    make_feed(next_run_at=timezone.now())
    seen: list[object] = []

    def other() -> None:
        seen.append(due_feeds())
        connection.close()

    with transaction.atomic():
        first = due_feeds()
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert (len(first), seen) == (1, [[]])


@pytest.mark.promise("FEED-14")
@pytest.mark.django_db
def test_a_late_or_doubled_message_of_the_tick_does_nothing(feed: Feed) -> None:
    first = refresh_feed(feed.pk, only_if_due=True)
    assert first is not None
    assert refresh_feed(feed.pk, only_if_due=True) is None
    Feed.objects.update(next_run_at=timezone.now(), enabled=False)
    assert refresh_feed(feed.pk, only_if_due=True) is None
    assert FeedRun.objects.count() == 1


class Clock:
    """The product's clock, which may be set on and back."""

    def __init__(self) -> None:
        self.ahead = timedelta()
        self._real = timezone.now

    def now(self) -> datetime:
        return self._real() + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(timezone, "now", found.now)
    return found


@pytest.mark.promise("FEED-14")
@pytest.mark.django_db
def test_a_clock_set_two_hours_on_and_back_refreshes_each_due_feed_once_and_loses_nothing(
    feed: Feed, publisher: Publisher, clock: Clock
) -> None:
    other = make_feed(next_run_at=timezone.now() + timedelta(days=2), interval_minutes=10_080)
    soon = timezone.now() + timedelta(hours=1)
    publisher.body = indeed(
        [replace(Job(1), extra=f"<expirationdate>{soon:%Y-%m-%dT%H:%M:%SZ}</expirationdate>"), Job(2)]
    )
    ran = []
    for hours in (0, 2, 2, 0, 0):
        clock.ahead = timedelta(hours=hours)
        reopen_unexpired(now=timezone.now())
        close_expired(now=timezone.now())
        ran.append([pk for pk in due_feeds() if refresh_feed(pk, only_if_due=True)])
        assert refresh_feed(feed.pk, only_if_due=True) is None
    assert ran == [[feed.pk], [feed.pk], [], [], []]
    assert (JobListing.objects.count(), open_ids()) == (2, ["job-1", "job-2"])
    feed.refresh_from_db()
    other.refresh_from_db()
    assert feed.next_run_at - timezone.now() <= timedelta(minutes=66)
    assert other.next_run_at - timezone.now() > timedelta(days=1)


@pytest.mark.promise("FEED-14")
@pytest.mark.django_db
def test_a_lease_of_a_dead_worker_ends_however_far_ahead_its_clock_was(feed: Feed, clock: Clock) -> None:
    Feed.objects.update(lease_run=uuid.uuid4(), lease_until=timezone.now() + timedelta(hours=2))
    assert due_feeds() == [feed.pk]
    assert refresh_feed(feed.pk) is not None


@pytest.mark.promise("FEED-15")
@pytest.mark.django_db
def test_a_listing_whose_closing_date_has_passed_is_closed_and_leaves_search() -> None:
    now = timezone.now()
    feed = make_feed()
    past = make_listing(feed=feed, expires_at=now)
    make_listing(feed=feed, expires_at=now + timedelta(days=1))
    make_listing(feed=feed)
    assert close_expired(now=now) == [past.pk]
    past.refresh_from_db()
    assert (past.status, past.closed_reason, past.closed_at) == ("closed", "expired", now)
    assert JobSearch.objects.count() == 2
    assert close_expired(now=now) == []
