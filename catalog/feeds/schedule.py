"""Which feeds are due. Due times live in the database, so a tick that comes late, twice or never does no harm."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import DurationField, ExpressionWrapper, F
from django.db.models.expressions import Combinable
from django.utils import timezone

from catalog.feeds.lease import living_runs
from catalog.models import Feed

JITTER = 0.10  # of every pause, so that feeds which were added together don't stay together
LAST_RETRY = timedelta(hours=24)


@transaction.atomic
def due_feeds() -> Sequence[int]:
    """The ids of enabled feeds whose time has come and that no living run is at, the longest waiting first.

    A feed whose worker was killed is among them. Two ticks at the same moment see different feeds."""
    _pull_in()
    due = Feed.objects.filter(enabled=True, next_run_at__lte=timezone.now()).order_by("next_run_at", "pk")
    claimed = list(due.select_for_update(skip_locked=True).values_list("pk", "lease_run"))
    alive = living_runs()
    return [pk for pk, run in claimed if run not in alive]


def _pull_in() -> None:
    """No feed waits longer than its pauses allow: a clock that was ahead and has been set right would leave it so."""
    now = timezone.now()
    healthy = Feed.objects.filter(enabled=True, failures_in_a_row=0, next_run_at__gt=now + _minutes(1 + 2 * JITTER))
    healthy.update(next_run_at=now + _minutes(1))
    failing = Feed.objects.filter(
        enabled=True, next_run_at__gt=now + LAST_RETRY * (1 + 2 * JITTER), failures_in_a_row__gt=0
    )
    failing.update(next_run_at=now + LAST_RETRY)


def _minutes(intervals: float) -> Combinable:
    """So many of the feed's own intervals."""
    return ExpressionWrapper(F("interval_minutes") * timedelta(minutes=intervals), DurationField())
