"""Closing listings: their date has passed, or they are missing from a copy that may be trusted."""

from collections.abc import Sequence
from datetime import datetime

from django.db import connection, transaction
from psycopg import sql

from catalog.feeds.staging import Stage
from catalog.listings.index import index_listings
from catalog.models import Feed, JobListing

_SET_CLOSED = "UPDATE catalog_joblisting job SET status = 'closed', closed_reason = %(reason)s, closed_at = %(now)s "
_EXPIRED = _SET_CLOSED + "WHERE job.status = 'active' AND job.expires_at <= %(now)s RETURNING job.id"
_UNEXPIRED = """
UPDATE catalog_joblisting SET status = 'active', closed_reason = '', closed_at = NULL
WHERE closed_reason = 'expired' AND expires_at > %(now)s RETURNING id"""
_ALL_OF_FEED = _SET_CLOSED + "WHERE job.status = 'active' AND job.feed_id = %(feed)s RETURNING job.id"
_MISSING = sql.SQL(
    _SET_CLOSED
    + """WHERE job.status = 'active' AND job.feed_id = %(feed)s
  AND NOT EXISTS (SELECT FROM {stage} AS staged WHERE staged.external_id = job.external_id) RETURNING job.id"""
)


@transaction.atomic
def close_expired(*, now: datetime) -> Sequence[int]:
    """Closes every open listing whose closing date has passed, of all feeds; returns their ids. Out of search at once."""
    with connection.cursor() as cursor:
        cursor.execute(_EXPIRED, {"reason": "expired", "now": now})
        closed = [pk for (pk,) in cursor.fetchall()]
    if closed:
        index_listings(closed)
    return closed


@transaction.atomic
def reopen_unexpired(*, now: datetime) -> Sequence[int]:
    """Opens what was closed for its date although that is still to come: the clock was ahead, and has been set right."""
    with connection.cursor() as cursor:
        cursor.execute(_UNEXPIRED, {"now": now})
        opened = [pk for (pk,) in cursor.fetchall()]
    if opened:
        index_listings(opened)
    return opened


def close_missing(feed: Feed, stage: Stage, *, reason: JobListing.ClosedReason, now: datetime) -> Sequence[int]:
    """Closes the feed's open listings that its copy no longer holds; returns their ids, which the caller must index."""
    with connection.cursor() as cursor:
        cursor.execute(_MISSING.format(stage=stage.table), {"reason": reason.value, "now": now, "feed": feed.pk})
        return [pk for (pk,) in cursor.fetchall()]


@transaction.atomic
def retire_feed(feed_id: int, *, now: datetime) -> Sequence[int]:
    """For a feed that is gone for good: switches it off and closes its open listings; returns their ids.

    A run that is at it loses its lease, and so can't open them again."""
    Feed.objects.filter(pk=feed_id).update(enabled=False, lease_run=None, lease_until=None)
    with connection.cursor() as cursor:
        cursor.execute(_ALL_OF_FEED, {"reason": JobListing.ClosedReason.FEED_GONE.value, "now": now, "feed": feed_id})
        closed = [pk for (pk,) in cursor.fetchall()]
    if closed:
        index_listings(closed)
    return closed
