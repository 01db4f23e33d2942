"""What a refresh changes, and what it must not change."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from catalog.listings.status import close_listings, hide_listings
from catalog.models import Employer, Feed, FeedRun, JobListing, JobSearch
from tests.catalog.feeds.documents import Job, indeed, jobs
from tests.catalog.feeds.runs import counts, run, searchable_ids
from tests.catalog.feeds.server import Publisher

pytestmark = pytest.mark.django_db
State = FeedRun.State


def test_a_first_copy_fills_the_board(feed: Feed, publisher: Publisher) -> None:
    publisher.body = indeed(jobs(3))
    first = run(feed)
    assert (first.state, counts(first)) == (State.DONE, {"read": 3, "new": 3})
    listing = JobListing.objects.get(external_id="job-1")
    assert (listing.title, listing.employer.key, listing.attribution) == (
        "Barista",
        "blue door coffee",
        "via Blue Door",
    )
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
    assert (after.state, counts(after)) == (
        State.DONE,
        {"read": 3, "new": 1, "changed": 1, "unchanged": 1, "closed": 1},
    )
    assert searchable_ids() == ["job-1", "job-3", "job-4"]
    dropped = JobListing.objects.get(external_id="job-2")
    assert (dropped.status, dropped.closed_reason) == ("closed", "missing")
    assert JobListing.objects.get(external_id="job-1").title == "Head Barista"
    assert before.keys() <= set(JobListing.objects.values_list("public_id", flat=True))


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


@pytest.mark.promise("FEED-1")
@pytest.mark.parametrize("whose", [Employer, Feed])
def test_an_industry_that_people_name_later_reaches_listings_that_are_there(
    feed: Feed, publisher: Publisher, whose: type[Employer | Feed]
) -> None:
    publisher.body = indeed([Job(1, title="Happy person"), Job(2)])
    publisher.names_copies = True
    run(feed)
    whose.objects.update(**{"industry" if whose is Employer else "default_industry": "retail"})
    feed.refresh_from_db()
    assert counts(run(feed)) == {"read": 2, "changed": 1, "unchanged": 1}
    assert JobListing.objects.get(external_id="job-1").industry == "retail"
    assert JobSearch.objects.get(listing__external_id="job-1").industry == "retail"
    assert run(feed).state == State.UNCHANGED


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
