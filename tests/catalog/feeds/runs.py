"""Refreshing in a test, and what to look at afterwards."""

from catalog.feeds.refresh import refresh_feed
from catalog.models import Feed, FeedRun, JobListing, JobSearch


def run(feed: Feed, *, size_is_accepted: bool = False) -> FeedRun:
    found = refresh_feed(feed.pk, size_is_accepted=size_is_accepted)
    assert found is not None
    return found


def counts(run: FeedRun) -> dict[str, int]:
    """The counts that aren't nought."""
    names = ("read", "new", "changed", "unchanged", "closed", "revived", "invalid", "duplicates")
    return {name: getattr(run, name) for name in names if getattr(run, name)}


def open_ids() -> list[str]:
    return sorted(JobListing.objects.filter(status="active").values_list("external_id", flat=True))


def searchable_ids() -> list[str]:
    return sorted(JobSearch.objects.values_list("listing__external_id", flat=True))
