"""What is wrong with a copy, and what it may then not do."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from catalog.models import Feed, FeedRun, JobListing
from tests.catalog.feeds.documents import Job, indeed, jobs
from tests.catalog.feeds.runs import counts, open_ids, run, searchable_ids
from tests.catalog.feeds.server import Publisher

pytestmark = pytest.mark.django_db
State = FeedRun.State


@pytest.mark.promise("FEED-2")
@pytest.mark.parametrize(
    ("body", "state", "reason"),
    [
        pytest.param(indeed(jobs(5))[:-60], State.FAILED, "The copy is cut off: its end is missing.", id="cut off"),
        pytest.param(b"", State.FAILED, "The copy is empty.", id="no bytes"),
        pytest.param(
            indeed([]),
            State.SUSPECT,
            "The copy holds no postings, while 4 are open. Nothing was changed.",
            id="no postings",
        ),
        pytest.param(
            b"<!DOCTYPE html><html><p>Sorry",
            State.FAILED,
            "The address answered with a web page instead of a feed.",
            id="page",
        ),
        pytest.param(
            b"<menu><dish/></menu>",
            State.FAILED,
            "The copy starts with <menu>; this feed should start with <source>",
            id="root",
        ),
        pytest.param(
            indeed([Job(1), Job(9, title="")]),
            State.FAILED,
            "1 of 2 records can't be used, which is too many. Nothing was changed.",
            id="bad records",
        ),
    ],
)
def test_a_bad_copy_changes_nothing_and_says_why(
    feed: Feed, publisher: Publisher, body: bytes, state: str, reason: str
) -> None:
    publisher.body = indeed(jobs(4))
    run(feed)
    before = list(JobListing.objects.order_by("pk").values())
    publisher.body = body
    bad = run(feed)
    assert bad.state == state
    assert bad.reason.startswith(reason)
    assert (bad.new, bad.changed, bad.closed) == (0, 0, 0)
    assert list(JobListing.objects.order_by("pk").values()) == before
    assert len(searchable_ids()) == 4
    feed.refresh_from_db()
    assert feed.lease_run is None


@pytest.mark.promise("FEED-2")
def test_a_good_copy_after_a_bad_one_is_read_although_the_server_calls_it_the_same(
    feed: Feed, publisher: Publisher
) -> None:
    publisher.names_copies = True
    publisher.body = indeed(jobs(2))[:-40]
    run(feed)
    publisher.body = indeed(jobs(2))
    assert counts(run(feed)) == {"read": 2, "new": 2}


def test_failures_are_retried_later_each_time_and_forgotten_after_a_success(feed: Feed, publisher: Publisher) -> None:
    pauses = []
    for _ in range(3):
        run(feed)
        feed.refresh_from_db()
        pauses.append((feed.next_run_at - timezone.now()) / timedelta(minutes=1))
    assert pauses == [pytest.approx(5, rel=0.2), pytest.approx(10, rel=0.2), pytest.approx(20, rel=0.2)]
    publisher.body = indeed(jobs(1))
    run(feed)
    feed.refresh_from_db()
    assert feed.failures_in_a_row == 0
    assert (feed.next_run_at - timezone.now()) / timedelta(minutes=1) == pytest.approx(60, rel=0.2)


@pytest.mark.promise("FEED-9")
def test_a_server_that_asks_for_two_hours_gets_them(feed: Feed, publisher: Publisher) -> None:
    publisher.statuses, publisher.headers = [429], {"Retry-After": "7200"}
    assert run(feed).state == State.FAILED
    feed.refresh_from_db()
    assert feed.next_run_at - timezone.now() > timedelta(minutes=115)


@pytest.mark.promise("FEED-5")
def test_a_copy_that_lacks_most_listings_closes_nothing_until_a_person_accepts_it(
    feed: Feed, publisher: Publisher
) -> None:
    publisher.body = indeed(jobs(10))
    run(feed)
    publisher.body = indeed([Job(1, title="Head Barista"), Job(2), Job(3)])
    held = run(feed)
    assert held.state == State.SUSPECT
    assert held.reason == "7 of 10 open listings are missing from the copy. Nothing was closed."
    assert counts(held) == {"read": 3, "changed": 1, "unchanged": 2}
    accepted = run(feed, size_is_accepted=True)
    assert (accepted.state, accepted.closed) == (State.DONE, 7)
    assert open_ids() == ["job-1", "job-2", "job-3"]


@pytest.mark.promise("FEED-5")
def test_a_copy_that_is_much_smaller_than_usual_closes_nothing(feed: Feed, publisher: Publisher) -> None:
    for title in ("Barista", "Cook", "Waiter"):
        publisher.body = indeed([replace(job, title=title) for job in jobs(10)])
        run(feed)
    publisher.body = indeed(jobs(6))
    held = run(feed)
    assert held.state == State.SUSPECT
    assert held.reason == "The copy holds 6 postings, where 10 are usual. Nothing was closed."
    assert len(open_ids()) == 10


@pytest.mark.promise("FEED-2")
def test_a_copy_that_holds_less_than_it_declares_closes_nothing(feed: Feed, publisher: Publisher) -> None:
    publisher.body = indeed(jobs(4))
    run(feed)
    publisher.body = indeed(jobs(3), head="<expectedJobCount>4</expectedJobCount>")
    held = run(feed)
    assert (held.state, held.declared, held.closed) == (State.PARTIAL, 4, 0)
    assert held.reason == "The feed says that it holds 4 postings, but the copy holds 3. Nothing was closed."


@pytest.mark.promise("FEED-1")
def test_records_that_are_left_out_count_towards_the_declared_total(feed: Feed, publisher: Publisher) -> None:
    Feed.objects.update(mapping={"leave_out": [{"path": "status", "values": ["draft"]}]})
    publisher.body = indeed(jobs(4))
    run(feed)
    drafted = [Job(1), Job(2), replace(Job(3), extra="<status>draft</status>")]
    publisher.body = indeed(drafted, head="<expectedJobCount>3</expectedJobCount>")
    found = run(feed)
    assert (found.state, found.declared, found.read, found.closed) == (State.DONE, 3, 2, 2)


@pytest.mark.promise("FEED-1")
def test_a_copy_that_holds_more_than_it_declares_is_whole(feed: Feed, publisher: Publisher) -> None:
    publisher.body = indeed(jobs(4))
    run(feed)
    publisher.body = indeed(jobs(3), head="<expectedJobCount>2</expectedJobCount>")
    found = run(feed)
    assert (found.state, found.closed, open_ids()) == (State.DONE, 1, ["job-1", "job-2", "job-3"])


def test_a_feed_that_is_not_authoritative_closes_nothing(feed: Feed, publisher: Publisher) -> None:
    Feed.objects.update(authoritative=False)
    publisher.body = indeed(jobs(3))
    run(feed)
    publisher.body = indeed(jobs(2))
    assert (run(feed).state, len(open_ids())) == (State.DONE, 3)


@pytest.mark.promise("FEED-17")
def test_a_record_that_can_not_be_used_is_left_out_with_its_reason_and_its_listing_stays(
    feed: Feed, publisher: Publisher
) -> None:
    publisher.body = indeed(jobs(8))
    run(feed)
    publisher.body = indeed([replace(Job(1), url="javascript:alert(1)"), *jobs(8)[1:]])
    found = run(feed)
    assert (found.state, found.invalid, found.closed) == (State.DONE, 1, 0)
    assert found.rejects == [{"record": "job-1", "reasons": ["it has no https address to apply at"]}]
    assert len(open_ids()) == 8


@pytest.mark.promise("FEED-21")
def test_a_feed_that_stays_empty_is_believed_after_three_copies_and_its_listings_say_so(
    feed: Feed, publisher: Publisher
) -> None:
    publisher.body = indeed(jobs(4))
    run(feed)
    publisher.body = indeed([])
    assert [run(feed).state for _ in range(2)] == [State.SUSPECT] * 2
    assert len(open_ids()) == 4
    found = run(feed)
    assert (found.state, found.closed, searchable_ids()) == (State.DONE, 4, [])
    assert found.reason == "The copy has been empty 3 times in a row: the feed counts as empty."
    assert set(JobListing.objects.values_list("closed_reason", flat=True)) == {"feed_empty"}
    publisher.body = indeed(jobs(2))
    assert counts(run(feed)) == {"read": 2, "revived": 2}


@pytest.mark.promise("FEED-21")
def test_copies_with_postings_in_between_start_the_count_anew(feed: Feed, publisher: Publisher) -> None:
    for bodies in ((indeed(jobs(4)), indeed([]), indeed([])), (indeed(jobs(4)), indeed([]), indeed([]))):
        for body in bodies:
            publisher.body = body
            last = run(feed)
    assert (last.state, len(open_ids())) == (State.SUSPECT, 4)


def test_a_feed_may_be_told_never_to_be_believed_empty(feed: Feed, publisher: Publisher) -> None:
    Feed.objects.update(empty_limit=0)
    publisher.body = indeed(jobs(1))
    run(feed)
    publisher.body = indeed([])
    assert {run(feed).state for _ in range(5)} == {State.SUSPECT}


@pytest.mark.promise("FEED-21")
def test_an_empty_copy_that_declares_postings_is_no_empty_feed(feed: Feed, publisher: Publisher) -> None:
    publisher.body = indeed(jobs(1))
    run(feed)
    publisher.body = indeed([], head="<expectedJobCount>1</expectedJobCount>")
    assert {run(feed).state for _ in range(4)} == {State.PARTIAL}
    assert open_ids() == ["job-1"]
