"""What the list of feeds shows beside each feed's own fields."""

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from catalog.models import Feed, FeedRun, JobListing


def with_overview(feeds: QuerySet[Feed]) -> QuerySet[Feed]:
    """Adds `last_state`, `last_reason`, `last_started` (None where a feed never ran) and `open_listings`; one query in all."""
    latest = _newest_run()
    listings = JobListing.objects.filter(feed=OuterRef("pk"), status=JobListing.Status.ACTIVE).order_by()
    count = listings.values("feed").annotate(number=Count("pk")).values("number")
    return feeds.annotate(
        last_state=Subquery(latest.values("state")[:1]),
        last_reason=Subquery(latest.values("reason")[:1]),
        last_started=Subquery(latest.values("started_at")[:1]),
        open_listings=Coalesce(Subquery(count, output_field=IntegerField()), 0),
    )


def with_suspect_run(feeds: QuerySet[Feed]) -> QuerySet[Feed]:
    """Those whose newest run held something back until a person has looked."""
    newest = Subquery(_newest_run().values("state")[:1])
    return Feed.objects.filter(pk__in=feeds).annotate(newest=newest).filter(newest=FeedRun.State.SUSPECT)


def _newest_run() -> QuerySet[FeedRun]:
    return FeedRun.objects.filter(feed=OuterRef("pk")).order_by("-started_at")
