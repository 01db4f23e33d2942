"""“Refresh now”, “Accept this size” and “Retire”. A worker is told at once, so that nobody waits for the next tick."""

from collections.abc import Sequence

import psycopg
from django.contrib import messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from kombu.exceptions import OperationalError

from catalog.feeds.closing import retire_feed
from catalog.feeds.overview import with_suspect_run
from catalog.models import Feed
from catalog.tasks import refresh_feed


def refresh_now(request: HttpRequest, feeds: QuerySet[Feed]) -> None:
    """Marks the feeds as due and sends their tasks; says what happens next, also when the queue is away."""
    chosen = list(feeds)
    Feed.objects.filter(pk__in=[feed.pk for feed in chosen]).update(next_run_at=timezone.now())
    if _sent(chosen):
        messages.success(request, f"{_names(chosen)}: a worker is refreshing it now. Reload this page to see the run.")
    else:  # a task is a hint: the database already says that the feed is due
        told = "the task queue can't be reached. The next tick refreshes it, once a worker runs."
        messages.warning(request, f"{_names(chosen)}: {told}")


def accept_size(request: HttpRequest, feeds: QuerySet[Feed]) -> None:
    """Refreshes those feeds whose newest run is suspect once more, without the guards that held it back."""
    suspect = list(with_suspect_run(feeds))
    if not suspect:
        messages.warning(request, "Nothing to accept: the newest run of the feed is not suspect.")
    elif _sent(suspect, size_is_accepted=True):
        told = "a worker reads it again and closes what is missing. Reload this page to see the run."
        messages.success(request, f"{_names(suspect)}: {told}")
    else:
        told = "the task queue can't be reached, so the size was not accepted. Try again once a worker runs."
        messages.error(request, f"{_names(suspect)}: {told}")


def retire(request: HttpRequest, feeds: QuerySet[Feed]) -> None:
    """Switches feeds off that are gone for good and closes their open jobs, with that reason."""
    chosen = list(feeds)
    closed = sum(len(retire_feed(feed.pk, now=timezone.now())) for feed in chosen)
    LogEntry.objects.log_actions(request.user.pk or 0, chosen, CHANGE, change_message="Retired: the feed is gone.")
    messages.success(request, f"{_names(chosen)}: switched off; {closed} jobs are closed because their feed is gone.")


def _names(feeds: Sequence[Feed]) -> str:
    return ", ".join(feed.name for feed in feeds)


def _sent(feeds: Sequence[Feed], **options: bool) -> bool:
    try:
        for feed in feeds:
            refresh_feed.apply_async((feed.pk,), options, retry=False)
    except (OperationalError, OSError, psycopg.Error):
        return False
    return True
