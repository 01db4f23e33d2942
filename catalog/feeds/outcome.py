"""How a run ends: its FeedRun tells what happened, the feed gets its next time and gives its lease back."""

import logging
import random
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from catalog.feeds.alarms import FAILURES
from catalog.feeds.errors import LeaseLostError
from catalog.feeds.fetch import Fetched
from catalog.feeds.guards import Tally, Verdict
from catalog.feeds.lease import Lease, locked_feed
from catalog.feeds.memory import fingerprint
from catalog.feeds.merging import Merged
from catalog.feeds.schedule import JITTER, LAST_RETRY
from catalog.models import Feed, FeedRun

State = FeedRun.State

_FIRST_RETRY = timedelta(minutes=5)
_LONGEST_REASON = 300

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Report:
    """What one run found and did."""

    fetched: Fetched
    declared: int | None
    tally: Tally
    merged: Merged
    closed: int
    rejects: tuple[dict[str, object], ...]


def record(feed: Feed, lease: Lease, verdict: Verdict, report: Report) -> None:
    """Ends a run that read a whole document, in the transaction that wrote its listings."""
    _end(lease, state=verdict.state, reason=verdict.reason, **_facts(report))
    if report.tally.read:
        feed.last_yield_at = timezone.now()
        feed.empties_in_a_row = 0
    elif verdict.state in {State.DONE, State.SUSPECT}:
        feed.empties_in_a_row += 1
    if verdict.state == State.DONE:
        feed.last_full_get_at = timezone.now()
        feed.body_sha256 = fingerprint(feed, report.fetched.sha256)
        _remember(feed, report.fetched)
    if verdict.state == State.FAILED:
        _release_after_failure(feed)
    else:
        _release(feed)


def _facts(report: Report) -> dict[str, object]:
    fetched, tally, merged = report.fetched, report.tally, report.merged
    return {
        "http_status": fetched.status,
        "size": fetched.size,
        "sha256": fetched.sha256,
        "declared": report.declared,
        "read": tally.read,
        "invalid": tally.invalid,
        "duplicates": merged.duplicates,
        "new": len(merged.new),
        "changed": len(merged.changed),
        "unchanged": merged.unchanged,
        "closed": report.closed,
        "revived": len(merged.revived),
        "rejects": list(report.rejects),
    }


@transaction.atomic
def record_unchanged(lease: Lease, fetched: Fetched) -> None:
    """Ends a run that found what it had read before. The server's new names for it are kept all the same."""
    feed = locked_feed(lease)
    _end(lease, state=State.UNCHANGED, http_status=fetched.status, size=fetched.size, sha256=fetched.sha256)
    feed.empties_in_a_row = 0  # what was read before counts as read now; where that was nothing, nothing is open
    if not fetched.is_unchanged:
        feed.last_full_get_at = timezone.now()
    _remember(feed, fetched)
    _release(feed)


def record_failure(lease: Lease, reason: str, *, wait: float | None = None) -> None:
    """Ends a run that changed nothing; the next try comes after 5 minutes, then after twice as long each time, up to a day.

    Where the server asked to be left alone for `wait` seconds, it is, up to a day."""
    try:
        with transaction.atomic():
            feed = locked_feed(lease)
            _end(lease, state=State.FAILED, reason=reason)
            _release_after_failure(feed, wait=timedelta(seconds=min(wait or 0, LAST_RETRY.total_seconds())))
    except LeaseLostError:
        logger.warning("feed %s: run %s failed after it had lost its lease: %s", lease.feed_id, lease.run_id, reason)


def _end(lease: Lease, *, state: FeedRun.State, reason: str = "", **facts: object) -> None:
    values = {"state": state, "reason": reason[:_LONGEST_REASON], "ended_at": timezone.now(), **facts}
    FeedRun.objects.filter(pk=lease.run_id).update(**values)


def _remember(feed: Feed, fetched: Fetched) -> None:
    """A 304 may come without the names; then those that were sent still hold."""
    feed.etag = fetched.validators.etag or (feed.etag if fetched.is_unchanged else "")
    feed.last_modified = fetched.validators.last_modified or (feed.last_modified if fetched.is_unchanged else "")
    feed.last_success_at = timezone.now()


def _release(feed: Feed) -> None:
    feed.failures_in_a_row = 0
    _save(feed, pause=timedelta(minutes=feed.interval_minutes))


def _release_after_failure(feed: Feed, *, wait: timedelta = timedelta()) -> None:
    feed.failures_in_a_row += 1
    if feed.failures_in_a_row == FAILURES:  # once, so that whoever watches the log is told and not flooded
        logger.error("feed %s (%s): %s refreshes in a row have failed", feed.pk, feed.slug, FAILURES)
    doubled = _FIRST_RETRY * 2 ** min(feed.failures_in_a_row - 1, 10)
    _save(feed, pause=max(min(doubled, LAST_RETRY), wait / (1 - JITTER)))


def _save(feed: Feed, *, pause: timedelta) -> None:
    feed.next_run_at = timezone.now() + pause * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - spreads load, hides nothing
    feed.lease_run = feed.lease_until = None
    feed.save(update_fields=_OWN_FIELDS)


# Only what runs write: an edit in the admin meanwhile must survive.
_OWN_FIELDS = [
    "next_run_at",
    "lease_run",
    "lease_until",
    "etag",
    "last_modified",
    "body_sha256",
    "last_full_get_at",
    "last_success_at",
    "last_yield_at",
    "failures_in_a_row",
    "empties_in_a_row",
]
