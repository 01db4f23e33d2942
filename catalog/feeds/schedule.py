"""Which feeds are due. Due times live in the database, so a tick that comes late, twice or never does no harm."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from catalog.feeds.lease import living_runs
from catalog.models import Feed


@transaction.atomic
def due_feeds() -> Sequence[int]:
    """The ids of enabled feeds whose time has come and that no living run is at, the longest waiting first.

    A feed whose worker was killed is among them. Two ticks at the same moment see different feeds."""
    due = Feed.objects.filter(enabled=True, next_run_at__lte=timezone.now()).order_by("next_run_at", "pk")
    claimed = list(due.select_for_update(skip_locked=True).values_list("pk", "lease_run"))
    alive = living_runs()
    return [pk for pk, run in claimed if run not in alive]
