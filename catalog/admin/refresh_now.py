"""“Refresh now”: the feed becomes due, and a worker is told so that nobody waits for the next tick."""

import psycopg
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from kombu.exceptions import OperationalError

from catalog.models import Feed
from catalog.tasks import refresh_feed


def refresh_now(request: HttpRequest, feeds: QuerySet[Feed]) -> None:
    """Marks the feeds as due and sends their tasks; says what happens next, also when the queue is away."""
    chosen = list(feeds)
    Feed.objects.filter(pk__in=[feed.pk for feed in chosen]).update(next_run_at=timezone.now())
    names = ", ".join(feed.name for feed in chosen)
    try:
        for feed in chosen:
            refresh_feed.apply_async((feed.pk,), retry=False)
    except (
        OperationalError,
        OSError,
        psycopg.Error,
    ):  # a task is a hint: the database already says that the feed is due
        messages.warning(
            request, f"{names}: the task queue can't be reached. The next tick refreshes it, once a worker runs."
        )
        return
    messages.success(request, f"{names}: a worker is refreshing it now. Reload this page to see the run.")
