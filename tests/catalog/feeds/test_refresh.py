"""What a refresh changes, and what it must not change."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from catalog.feeds.refresh import refresh_feed
from catalog.listings.status import close_listings, hide_listings
from catalog.models import Employer, Feed, FeedRun, JobListing, JobSearch
from tests.catalog.feeds.documents import Job, indeed, jobs
from tests.catalog.feeds.server import Publisher
from tests.factories import make_places

pytestmark = pytest.mark.django_db
State = FeedRun.State


@pytest.fixture
def feed(publisher: Publisher) -> Feed:
    make_places()
    return Feed.objects.create(
        slug="blue-door", name="Blue Door", url=publisher.url, preset="indeed-xml", attribution="via Blue Door"
    )


def run(feed: Feed, *, size_is_accepted: bool = False) -> FeedRun:
    found = refresh_feed(feed.pk, size_is_accepted=size_is_accepted)
    assert found is not None
    return found


def counts(run: FeedRun) -> dict[str, int]:
    """The counts that aren't nought."""
    names = ("read", "new", "changed", "unchanged", "closed", "revived", "invalid", "duplicates")
    return {name: getattr(run, name) for name in names if getattr(run, name)}


def open_ids() -> list[str]:
    return sorted(JobListing.objects.filter(status="active").values_list("external_id", flat=True))


def searchable_ids() -> list[str]:
    return sorted(JobSearch.objects.values_list("listing__external_id", flat=True))


def test_a_first_copy_fills_the_board(feed: Feed, publisher: Publisher) -> None:
    publisher.body = indeed(jobs(3))
    first = run(feed)
    assert (first.state, counts(first)) == (State.DONE, {"read": 3, "new": 3})
    listing = JobListing.objects.get(external_id="job-1")
    assert (listing.title, listing.employer.key, listing.attribution) == ("Barista", "blue door coffee", "via Blue Door")
    assert [place.name for place in listing.places.all()] == ["Austin"]
    assert (listing.pay_min, listing.pay_period, listing.pay_usd_max) == (18, "hour", 22 * 2080)
    assert len(listing.public_id or "") == 10
    assert listing.provenance["location"] == "city + state + country"
    assert searchable_ids() == ["job-1", "job-2", "job-3"]


@pytest.mark.promise("FEED-1")
def test_one_changed_one_dropped_one_added_is_exactly_that(feed: Feed, publisher: Publisher) -> None:
    first, second, third = jobs(3)
    publisher.body = indeed([first, second, third])
    run(feed)
    before = JobListing.objects.in_bulk(field_name="public_id")
    publisher.body = indeed([replace(first, title="Head Barista"), third, Job(4)])
    after = run(feed)
    assert (after.state, counts(after)) == (State.DONE, {"read": 3, "new": 1, "changed": 1, "unchanged": 1, "closed": 1})
    assert searchable_ids() == ["job-1", "job-3", "job-4"]
    dropped = JobListing.objects.get(external_id="job-2")
    assert (dropped.status, dropped.closed_reason) == ("closed", "missing")
    assert JobListing.objects.get(external_id="job-1").title == "Head Barista"
    assert before.keys() <= set(JobListing.objects.values_list("public_id", flat=True))


@pytest.mark.promise("FEED-2")
@pytest.mark.parametrize(
    ("body", "state", "reason"),
    [
        pytest.param(indeed(jobs(5))[:-60], State.FAILED, "The copy is cut off: its end is missing.", id="cut off"),
        pytest.param(b"", State.FAILED, "The copy is empty.", id="no bytes"),
        pytest.param(indeed([]), State.SUSPECT, "The copy holds no postings, while 4 are open. Nothing was changed.", id="no postings"),
        pytest.param(b"<!DOCTYPE html><html><p>Sorry", State.FAILED, "The address answered with a web page instead of a feed.", id="page"),
        pytest.param(b"<menu><dish/></menu>", State.FAILED, "The copy starts with <menu>; this feed should start with <source>", id="root"),
        pytest.param(indeed([Job(1), Job(9, title="")]), State.FAILED, "1 of 2 records can't be used, which is too many. Nothing was changed.", id="bad records"),
    ],
)  # fmt: skip
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


def test_a_feed_that_is_not_authoritative_closes_nothing(feed: Feed, publisher: Publisher) -> None:
    Feed.objects.update(authoritative=False)
    publisher.body = indeed(jobs(3))
    run(feed)
    publisher.body = indeed(jobs(2))
    assert (run(feed).state, len(open_ids())) == (State.DONE, 3)


@pytest.mark.promise("FEED-6")
def test_an_unchanged_copy_touches_no_row_and_is_not_even_sent_where_the_server_can_tell(
    feed: Feed, publisher: Publisher
) -> None:
    publisher.body = indeed(jobs(3))
    run(feed)
    versions = _row_versions()
    assert run(feed).state == State.UNCHANGED
    publisher.names_copies = True
    run(feed)
    again = run(feed)
    assert (again.state, again.http_status, again.size) == (State.UNCHANGED, 304, 0)
    assert _row_versions() == versions


@pytest.mark.promise("FEED-6")
def test_unchanged_records_of_a_changed_copy_are_not_rewritten(feed: Feed, publisher: Publisher) -> None:
    publisher.body = indeed(jobs(3))
    run(feed)
    versions = _row_versions()
    publisher.body = indeed([*jobs(3), Job(4)])
    run(feed)
    assert versions.items() <= _row_versions().items()


def test_a_changed_mapping_is_news_although_the_copy_is_the_same(feed: Feed, publisher: Publisher) -> None:
    publisher.names_copies = True
    publisher.body = indeed([Job(1, extra="<headline>Coffee person</headline>")])
    run(feed)
    Feed.objects.update(mapping={"fields": {"title": "headline"}})
    assert counts(run(feed)) == {"read": 1, "changed": 1}
    assert JobListing.objects.get().title == "Coffee person"


def test_a_whole_copy_is_asked_for_at_least_once_a_day(feed: Feed, publisher: Publisher) -> None:
    publisher.names_copies = True
    publisher.body = indeed(jobs(1))
    run(feed)
    Feed.objects.update(last_full_get_at=timezone.now() - timedelta(hours=25))
    assert (run(feed).http_status, "if-none-match" in publisher.asked[-1]) == (200, False)


@pytest.mark.promise("FEED-15")
def test_a_listing_that_comes_back_is_open_again_under_its_old_id(feed: Feed, publisher: Publisher) -> None:
    publisher.body = indeed(jobs(3))
    run(feed)
    public_id = JobListing.objects.get(external_id="job-2").public_id
    publisher.body = indeed([Job(1), Job(3)])
    run(feed)
    publisher.body = indeed(jobs(3))
    assert counts(run(feed)) == {"read": 3, "unchanged": 2, "revived": 1}
    listing = JobListing.objects.get(external_id="job-2")
    assert (listing.public_id, listing.status, listing.closed_at) == (public_id, "active", None)
    assert searchable_ids() == ["job-1", "job-2", "job-3"]


@pytest.mark.promise("FEED-15")
def test_what_has_expired_already_is_not_added(feed: Feed, publisher: Publisher) -> None:
    publisher.body = indeed([Job(1), Job(2, extra="<expirationdate>2020-01-31</expirationdate>")])
    assert counts(run(feed)) == {"read": 2, "new": 1}


@pytest.mark.promise("FEED-16")
def test_what_staff_hid_or_closed_stays_so(feed: Feed, publisher: Publisher) -> None:
    publisher.body = indeed(jobs(3))
    run(feed)
    hide_listings(ids=[JobListing.objects.get(external_id="job-1").pk])
    close_listings(ids=[JobListing.objects.get(external_id="job-2").pk])
    publisher.body = indeed([replace(job, title="Head Barista") for job in jobs(3)])
    run(feed)
    assert dict(JobListing.objects.values_list("external_id", "status")) == {
        "job-1": "hidden", "job-2": "closed", "job-3": "active",
    }  # fmt: skip
    assert searchable_ids() == ["job-3"]


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


def test_a_record_that_stands_twice_counts_once_and_the_last_one_wins(feed: Feed, publisher: Publisher) -> None:
    publisher.body = indeed([Job(1), Job(1, title="Head Barista")])
    assert counts(run(feed)) == {"read": 2, "new": 1, "duplicates": 1}
    assert JobListing.objects.get().title == "Head Barista"


def test_two_feeds_share_an_employer_but_not_their_ids(feed: Feed, publisher: Publisher) -> None:
    other = Feed.objects.create(slug="other", name="Other", url=publisher.url, preset="indeed-xml")
    publisher.body = indeed([Job(1), Job(2, company="Blue Door Coffee, Inc.")])
    run(feed)
    run(other)
    assert (Employer.objects.count(), JobListing.objects.count()) == (1, 4)


def test_an_employers_industry_is_used_where_a_listing_names_none(feed: Feed, publisher: Publisher) -> None:
    Employer.objects.create(name="Blue Door Coffee", key="blue door coffee", industry="retail")
    publisher.body = indeed([Job(1, title="Happy person"), Job(2)])
    run(feed)
    assert JobListing.objects.get(external_id="job-1").industry == "retail"
    assert JobListing.objects.get(external_id="job-2").industry != "retail"


def test_the_number_of_queries_does_not_grow_with_the_feed(feed: Feed, publisher: Publisher) -> None:
    publisher.body = indeed(jobs(5))
    with CaptureQueriesContext(connection) as few:
        run(feed)
    publisher.body = indeed(replace(job, title="Cook") for job in jobs(300))
    with CaptureQueriesContext(connection) as many:
        run(feed)
    assert len(many) <= len(few) + 5


def test_nothing_is_left_of_the_staging_table(feed: Feed, publisher: Publisher) -> None:
    publisher.body = indeed(jobs(1))
    run(feed)
    assert not [name for name in connection.introspection.table_names() if "stage" in name]


def _row_versions() -> dict[str, str]:
    """PostgreSQL's own version mark of each listing's row; any write gives it a new one."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT external_id, xmin::text || ctid::text FROM catalog_joblisting")
        return dict(cursor.fetchall())
