"""Feeds that need a person: failing, empty, held back, silent, or waited for in vain. A feed must not die unseen."""

from datetime import datetime, timedelta

from catalog.models import Feed, FeedRun

FAILURES = 3
_OVERDUE = timedelta(minutes=30)
_SILENT = timedelta(days=7)


def alarm(feed: Feed, *, state: str, reason: str, now: datetime) -> str:
    """Why this feed needs a look, in one sentence; empty where it doesn't. `state` and `reason` are its newest run's.

    A feed that is switched off never does."""
    if not feed.enabled:
        return ""
    if feed.failures_in_a_row >= FAILURES:
        return f"{feed.failures_in_a_row} refreshes in a row have failed. {reason}".strip()
    if state == FeedRun.State.SUSPECT:
        return f"It waits for a person. {reason}".strip()
    if feed.next_run_at < now - _OVERDUE and not (feed.lease_until and feed.lease_until > now):
        return "Its refresh is overdue: no worker has taken it. Is a worker running, and beat?"
    if feed.last_yield_at and feed.last_yield_at < now - max(_SILENT, 4 * timedelta(minutes=feed.interval_minutes)):
        return f"It answers, but has brought no posting for {(now - feed.last_yield_at).days} days."
    return ""
