"""How long what conversations and refreshes leave behind is kept. The reader's version is docs/privacy.md."""

from datetime import datetime, timedelta

from django.db.models import Model, QuerySet

from catalog.models import FeedRun
from mcp_bridge.models import LoggedCall, Shortlist

CALLS_KEPT = timedelta(days=30)
RUNS_KEPT = timedelta(days=90)
NEWEST_RUNS_KEPT = 20  # of each feed, however old: a feed that is switched off keeps its history
BATCH = 1_000  # rows in one statement, so that none is long


def expired_shortlists(*, now: datetime) -> QuerySet[Shortlist]:
    """By the date that each one carries; `mcp_bridge.shortlists.conversation` sets it."""
    return Shortlist.objects.filter(expires_at__lte=now).order_by("expires_at")


def old_calls(*, now: datetime) -> QuerySet[LoggedCall]:
    """Whether or not their shortlist is still there."""
    return LoggedCall.objects.filter(at__lt=now - CALLS_KEPT).order_by("at")


def old_runs(feed_id: int, *, now: datetime) -> QuerySet[FeedRun]:
    """One feed's, without its newest."""
    runs = FeedRun.objects.filter(feed_id=feed_id)
    newest = list(runs.order_by("-started_at").values_list("pk", flat=True)[:NEWEST_RUNS_KEPT])
    return runs.filter(started_at__lt=now - RUNS_KEPT).exclude(pk__in=newest).order_by("started_at")


def delete_in_batches[M: Model](rows: QuerySet[M]) -> int:
    """Deletes what the query finds, and returns how many rows; one that no longer fits by then is left alone."""
    deleted = 0
    while batch := list(rows.values_list("pk", flat=True)[:BATCH]):
        deleted += rows.order_by().filter(pk__in=batch).delete()[0]
    return deleted
