"""Celery's tasks: hints with ids in them. Whether there is anything to do, the database knows."""

import logging

from celery import shared_task
from django.utils import timezone

from catalog.feeds.closing import close_expired, reopen_unexpired
from catalog.feeds.refresh import refresh_feed as refresh
from catalog.feeds.schedule import due_feeds
from catalog.feeds.staging import drop_leftovers
from catalog.listings.convert import convert_pay
from catalog.listings.spelling import learn_words, recount_words
from catalog.models import Heartbeat

TOO_OLD = 300  # seconds after which a waiting hint is dropped; the next tick gives a new one

logger = logging.getLogger(__name__)


@shared_task(name="catalog.tasks.dispatch_due_feeds")
def dispatch_due_feeds() -> None:
    """The tick: says that a worker is there, closes what has expired and sends a task for each feed that is due."""
    now = timezone.now()
    Heartbeat.beat()
    reopen_unexpired(now=now)
    expired = close_expired(now=now)
    drop_leftovers()
    due = due_feeds()
    for feed_id in due:
        refresh_feed.apply_async((feed_id,), {"only_if_due": True}, expires=TOO_OLD)
    logger.info("tick: %s feeds due, %s listings expired", len(due), len(expired))


@shared_task(name="catalog.tasks.refresh_feed")
def refresh_feed(feed_id: int, *, size_is_accepted: bool = False, only_if_due: bool = False) -> None:
    """Refreshes one feed; a second task for the same feed returns at once, and the tick's also once it is done."""
    logger.info("feed %s: refresh starts%s", feed_id, ", its size is accepted" if size_is_accepted else "")
    run = refresh(feed_id, size_is_accepted=size_is_accepted, only_if_due=only_if_due)
    if run is None:
        logger.info("feed %s: another run is at it, or has been", feed_id)
        return
    if run.new or run.changed:
        learn_words(feed_id)
    counts = f"{run.new} new, {run.changed} changed, {run.closed} closed, {run.unchanged} unchanged"
    logger.info("feed %s: %s (%s) %s", feed_id, run.state, counts, run.reason)


@shared_task(name="catalog.tasks.recount_words")
def recount_listed_words() -> None:
    """Once an hour: which words titles use, for correcting searches."""
    recount_words()


@shared_task(name="catalog.tasks.convert_pay")
def convert_all_pay() -> None:
    """After rates have changed: every listing's pay in US dollars follows. A second one at the same time finds less to do."""
    logger.info("rates: the pay of %s listings was converted anew", convert_pay())
