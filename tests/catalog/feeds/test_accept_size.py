"""A copy that looks too small waits for a person, who accepts it in the admin."""

from collections.abc import Iterator

import pytest
from celery import Celery
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from catalog.models import Feed, FeedRun
from config.celery import app
from tests.catalog.feeds.documents import Job, indeed, jobs
from tests.catalog.feeds.runs import open_ids, run
from tests.catalog.feeds.server import Publisher

pytestmark = [pytest.mark.django_db, pytest.mark.promise("ADMIN-16")]
FEEDS, RUNS = "/admin/catalog/feed/", "/admin/catalog/feedrun/"
State = FeedRun.State


@pytest.fixture
def _at_once() -> Iterator[None]:
    """Tasks run where they are sent."""
    app.conf.update(task_always_eager=True)
    yield
    app.conf.update(task_always_eager=False)


@pytest.fixture
def suspect(feed: Feed, publisher: Publisher) -> FeedRun:
    """A run that held back nine closings of ten."""
    publisher.body = indeed(jobs(10))
    run(feed)
    publisher.body = indeed([Job(1)])
    held = run(feed)
    assert (held.state, len(open_ids())) == (State.SUSPECT, 10)
    return held


@pytest.fixture
def keeper() -> Client:
    """Somebody who may change feeds and look at their runs."""
    user = User.objects.create_user("keeper", is_staff=True)
    codes = ["view_feed", "change_feed", "view_feedrun"]
    user.user_permissions.set(Permission.objects.filter(codename__in=codes))
    client = Client()
    client.force_login(user)
    return client


def accept(client: Client, address: str, pk: object, *, prefix: str = "") -> str:
    """What the page says after the action."""
    asked = {f"{prefix}action": "accept", "_selected_action": [str(pk)]}
    return client.post(address, asked, follow=True).content.decode()


@pytest.mark.promise("FEED-5")
@pytest.mark.usefixtures("_at_once")
@pytest.mark.parametrize("page", ["feeds", "feed", "runs", "run"])
def test_an_accepted_size_closes_what_is_missing(suspect: FeedRun, keeper: Client, page: str) -> None:
    feed = suspect.feed
    address, pk = {
        "feeds": (FEEDS, feed.pk),
        "feed": (reverse("admin:catalog_feed_change", args=[feed.pk]), feed.pk),
        "runs": (RUNS, suspect.pk),
        "run": (reverse("admin:catalog_feedrun_change", args=[suspect.pk]), suspect.pk),
    }[page]
    said = accept(keeper, address, pk, prefix="" if page.endswith("s") else "CHANGE_FORM-")
    assert "Blue Door: a worker reads it again and closes what is missing." in said
    newest = feed.runs.first()
    assert newest
    assert (newest.state, newest.closed, open_ids()) == (State.DONE, 9, ["job-1"])


@pytest.mark.usefixtures("_at_once")
def test_an_earlier_suspect_run_that_was_followed_by_a_sound_one_is_past_accepting(
    suspect: FeedRun, publisher: Publisher, keeper: Client
) -> None:
    publisher.body = indeed(jobs(10))
    run(suspect.feed)
    assert "Nothing to accept" in accept(keeper, RUNS, suspect.pk)
    assert suspect.feed.runs.count() == 3


def test_where_the_queue_is_away_nothing_is_accepted_and_the_page_says_so(
    suspect: FeedRun, keeper: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "amqp", Celery(broker="amqp://127.0.0.1:1", set_as_current=False).amqp)  # nobody listens
    assert "so the size was not accepted" in accept(keeper, FEEDS, suspect.feed.pk)


@pytest.mark.usefixtures("_at_once")
def test_who_may_only_look_can_not_accept(suspect: FeedRun) -> None:
    user = User.objects.create_user("reader", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=["view_feed", "view_feedrun"]))
    client = Client()
    client.force_login(user)
    for address, pk in ((FEEDS, suspect.feed.pk), (RUNS, suspect.pk)):
        accept(client, address, pk)
    assert len(open_ids()) == 10
