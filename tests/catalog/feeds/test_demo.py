"""The demo: loaded once, served by the product itself, brought in by the real pipeline. And the tasks that do it."""

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from catalog import tasks
from catalog.feeds.demo import DEMO_FEEDS, create_demo_feeds, follow_port
from catalog.models import Feed, FeedRun, JobListing, JobSearch, Place, Tool
from config.celery import app
from demo.generate import generate
from demo.hostile import HOSTILE
from tests.catalog.feeds.documents import indeed, jobs
from tests.catalog.feeds.server import Publisher
from tests.factories import make_feed, make_listing, make_places

pytestmark = pytest.mark.django_db


@pytest.fixture
def _at_once() -> Iterator[None]:
    """Tasks run where they are sent."""
    app.conf.update(task_always_eager=True)
    yield
    app.conf.update(task_always_eager=False)


def told(command: str, *options: str) -> str:
    out = StringIO()
    call_command(command, *options, stdout=out)
    return out.getvalue()


@pytest.mark.promise("FEED-18")
def test_the_demo_is_loaded_once() -> None:
    first = told("load_demo")
    assert [line.split()[0] for line in first.splitlines()] == [
        "Loaded",
        "Published",
        "Loaded",
        "Loaded",
        "Created",
        "Added",
    ]
    before = [Place.objects.count(), Tool.objects.count(), *Feed.objects.order_by("pk").values()]
    assert told("load_demo") == "The demo is loaded already.\n"
    assert [Place.objects.count(), Tool.objects.count(), *Feed.objects.order_by("pk").values()] == before
    assert min(Feed.objects.values_list("next_run_at", flat=True)) <= timezone.now()


@pytest.mark.promise("FEED-18")
def test_a_demo_feed_that_was_deleted_does_not_come_back_by_itself() -> None:
    told("load_demo")
    Feed.objects.filter(slug=DEMO_FEEDS[0].slug).delete()
    told("load_demo")
    assert Feed.objects.count() == 2
    assert told("load_demo", "--again") == "Added 1 demo feeds; a worker fetches them now.\n"


def test_a_board_without_the_demo_still_has_places_and_tools() -> None:
    assert [line.split()[0] for line in told("load_basics").splitlines()] == [
        "Loaded",
        "Published",
        "Loaded",
        "Loaded",
        "Created",
    ]
    assert told("load_basics") == "All of it is loaded already.\n"
    assert not Feed.objects.exists()


@pytest.mark.promise("FEED-18")
def test_the_demos_feeds_follow_the_port_and_leave_an_edited_address_alone(settings: Settings) -> None:
    create_demo_feeds()
    edited, *others = DEMO_FEEDS
    Feed.objects.filter(slug=edited.slug).update(url="https://feeds.example/mine.xml")
    Feed.objects.exclude(slug=edited.slug).update(url="http://127.0.0.1:9/demo-feeds/old")
    follow_port()
    assert dict(Feed.objects.values_list("slug", "url")) == {
        edited.slug: "https://feeds.example/mine.xml", **{demo.slug: demo.url for demo in others},
    }  # fmt: skip


@pytest.mark.promise("FEED-18")
def test_the_demos_documents_are_served_as_of_the_day_they_were_added(client: Client) -> None:
    create_demo_feeds()
    day = timezone.now() - timedelta(days=3)
    Feed.objects.update(created_at=day)
    wanted = generate(day.date())
    for demo in DEMO_FEEDS:
        answer = client.get(f"/demo-feeds/{demo.file}")
        assert answer.content == wanted[demo.file]
        assert client.get(f"/demo-feeds/{demo.file}", headers={"if-none-match": answer["ETag"]}).status_code == 304


def test_the_demos_documents_are_not_served_to_the_world(client: Client, settings: Settings) -> None:
    create_demo_feeds()
    assert client.get("/demo-feeds/other.xml").status_code == 404
    settings.FEEDS_ALLOW_LOOPBACK = False
    assert client.get(f"/demo-feeds/{DEMO_FEEDS[0].file}").status_code == 404


@pytest.mark.promise("FEED-18")
def test_the_demo_comes_in_whole_through_the_real_pipeline(publisher: Publisher) -> None:
    make_places()
    documents = generate(timezone.now().date())
    create_demo_feeds()
    Feed.objects.update(url=publisher.url)
    for demo in DEMO_FEEDS:
        publisher.body = documents[demo.file]
        told("refresh_feeds", "--feed", demo.slug)
    assert set(FeedRun.objects.values_list("state", flat=True)) == {"done"}
    assert JobListing.objects.count() >= 1_500
    assert JobSearch.objects.count() == JobListing.objects.count()
    _nothing_hostile_is_left()


def _nothing_hostile_is_left() -> None:
    for attack in HOSTILE:
        listing = JobListing.objects.filter(external_id=attack.external_id).first()
        if listing is None:  # a posting whose only address is a script
            assert "javascript:" in attack.vanish
            continue
        kept = " ".join(
            [listing.title, listing.company, listing.description, listing.description_html, listing.apply_url]
        )
        assert [text for text in attack.vanish if text in kept and not text.startswith("&")] == []


@pytest.mark.promise("FEED-14")
@pytest.mark.usefixtures("_at_once")
def test_the_tick_refreshes_what_is_due_and_closes_what_has_expired(publisher: Publisher) -> None:
    publisher.body = indeed(jobs(2))
    due = make_feed(url=publisher.url, preset="indeed-xml")
    resting = make_feed(url=publisher.url, next_run_at=timezone.now() + timedelta(hours=1))
    old = make_listing(feed=resting, expires_at=timezone.now())
    tasks.dispatch_due_feeds()
    tasks.dispatch_due_feeds()
    assert [(run.feed_id, run.state, run.new) for run in FeedRun.objects.all()] == [(due.pk, "done", 2)]
    old.refresh_from_db()
    assert (old.status, old.closed_reason) == ("closed", "expired")


def test_the_tasks_are_known_by_the_names_that_beat_sends() -> None:
    assert tasks.dispatch_due_feeds.name == "catalog.tasks.dispatch_due_feeds"
    assert tasks.refresh_feed.name == "catalog.tasks.refresh_feed"


@pytest.mark.usefixtures("_at_once")
def test_a_task_for_a_feed_that_is_gone_does_nothing() -> None:
    tasks.refresh_feed.delay(4711)
    assert not FeedRun.objects.exists()


def test_the_command_refreshes_every_enabled_feed_and_names_those_that_fail(publisher: Publisher) -> None:
    publisher.body = indeed(jobs(2))
    make_feed(slug="good", url=publisher.url, preset="indeed-xml")
    make_feed(slug="wrong", url=publisher.url, preset="greenhouse")
    make_feed(slug="off", url=publisher.url, enabled=False)
    out = StringIO()
    with pytest.raises(CommandError, match=r"Not refreshed: wrong\."):
        call_command("refresh_feeds", stdout=out)
    assert "good: done – 2 new" in out.getvalue()
    assert "wrong: failed – The address answered with a web page or XML instead of JSON." in out.getvalue()
    assert sorted(FeedRun.objects.values_list("feed__slug", flat=True)) == ["good", "wrong"]


def test_the_command_can_accept_a_feeds_new_size(publisher: Publisher) -> None:
    make_feed(slug="small", url=publisher.url, preset="indeed-xml")
    publisher.body = indeed(jobs(9))
    told("refresh_feeds", "--feed", "small")
    publisher.body = indeed(jobs(1))
    assert "8 of 9 open listings are missing" in told("refresh_feeds", "--feed", "small")
    assert "8 closed" in told("refresh_feeds", "--feed", "small", "--accept-size")


def test_the_command_names_the_feeds_that_there_are() -> None:
    make_feed(slug="here")
    with pytest.raises(CommandError, match=r"no feed called “there”\. Known: here"):
        call_command("refresh_feeds", "--feed", "there")
