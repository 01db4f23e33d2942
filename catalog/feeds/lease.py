"""One run at a time for each feed, and a dead worker's feed is free again at once.

A lease is a row's fact: which run, until when. It is renewed while the run works, so that a worker which hangs loses it.
A run also holds an advisory lock of its own number; PostgreSQL drops that lock with the connection, and so a worker that
was killed is known to be gone before its lease ends. Behind a pooler that parts sessions the lock says nothing, which is why
workers need a session of their own (docs/production.md); even there nothing is written twice, because whoever has lost a
lease can't write: the last transaction asks for it again.
"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone

from catalog.feeds.errors import LeaseLostError
from catalog.feeds.staging import Stage
from catalog.models import Feed, FeedRun

LENGTH = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to refresh one feed, held by one run."""

    feed_id: int
    run_id: uuid.UUID


@contextmanager
def leased(feed_id: int, *, only_if_due: bool = False) -> Iterator[Lease | None]:
    """The feed's lease with a new FeedRun, or None while another living run has it (or the feed doesn't exist).

    With `only_if_due` also None where the feed is off or its time hasn't come: a late or doubled message does nothing."""
    run_id = uuid.uuid4()
    if _is_taken(feed_id):
        yield None
        return
    with _shown_alive(run_id):
        yield _claim(feed_id, run_id, only_if_due=only_if_due)


def renew(lease: Lease) -> None:
    """Extends the lease from now. Raises LeaseLostError if another run has taken the feed over."""
    until = timezone.now() + LENGTH
    if not Feed.objects.filter(pk=lease.feed_id, lease_run=lease.run_id).update(lease_until=until):
        raise _lost()


def locked_feed(lease: Lease) -> Feed:
    """The feed's row, locked until the transaction ends. Raises LeaseLostError like `renew`."""
    feed = Feed.objects.select_for_update().filter(pk=lease.feed_id, lease_run=lease.run_id).first()
    if feed is None:
        raise _lost()
    return feed


def living_runs() -> set[uuid.UUID]:
    """The runs that hold a lease which has not ended and whose worker is there."""
    held = Feed.objects.filter(lease_run__isnull=False, lease_until__gt=timezone.now())
    runs = [run for run in held.values_list("lease_run", flat=True) if run]
    with connection.cursor() as cursor:
        cursor.execute(_LOCKS)
        locks = {key for (key,) in cursor.fetchall()}
    return {run for run in runs if _key(run) in locks}


def _is_taken(feed_id: int) -> bool:
    """A look before the row is locked: a run in its last transaction holds that lock for as long as it writes."""
    runs = living_runs()
    return bool(runs) and Feed.objects.filter(pk=feed_id, lease_run__in=runs).exists()


@transaction.atomic
def _claim(feed_id: int, run_id: uuid.UUID, *, only_if_due: bool) -> Lease | None:
    feed = Feed.objects.select_for_update().filter(pk=feed_id).first()
    if feed is None or feed.lease_run in living_runs():
        return None
    if only_if_due and not (feed.enabled and feed.next_run_at <= timezone.now()):
        return None
    if feed.lease_run:
        _mark_lost(feed.lease_run)
    Feed.objects.filter(pk=feed_id).update(lease_run=run_id, lease_until=timezone.now() + LENGTH)
    FeedRun.objects.create(id=run_id, feed_id=feed_id)
    return Lease(feed_id, run_id)


def _mark_lost(run_id: uuid.UUID) -> None:
    reason = "Its worker went away before the end, so nothing was changed. The next run starts over."
    running = FeedRun.objects.filter(pk=run_id, state=FeedRun.State.RUNNING)
    running.update(state=FeedRun.State.LOST, ended_at=timezone.now(), reason=reason)
    Stage(run_id).drop()


@contextmanager
def _shown_alive(run_id: uuid.UUID) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [_key(run_id)])
        try:
            yield
        finally:
            if connection.is_usable():  # a broken connection has dropped its locks already
                cursor.execute("SELECT pg_advisory_unlock(%s)", [_key(run_id)])


def _key(run_id: uuid.UUID) -> int:
    return run_id.int & (2**63 - 1)


# pg_locks shows the two halves of an advisory lock's key.
_LOCKS = """
SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks
WHERE locktype = 'advisory' AND objsubid = 1 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


def _lost() -> LeaseLostError:
    return LeaseLostError("lease_lost", "Another worker has taken this feed over.", "Its run tells what came of it.")
