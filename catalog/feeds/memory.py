"""What a feed remembers of its last good copy, and when that may be relied on.

The memory holds the copy together with how it was read. After somebody edits the mapping, the same bytes are news.
"""

import hashlib
import json
from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from catalog.feeds.fetch import Validators
from catalog.models import Employer, Feed, FeedRun, JobListing

_READING = 2  # raise it when the code reads the same record differently, and every feed is read anew
FULL_COPY_AFTER = timedelta(hours=24)  # servers that answer 304 for ever have been seen


def fingerprint(feed: Feed, sha256: str) -> str:
    """Of a copy and of everything about the feed that decides what becomes of it, its employers included."""
    reading = [_READING, sha256, feed.url, feed.preset, feed.mapping, feed.attribution]
    defaults = [feed.name, feed.default_industry, feed.default_currency]
    return hashlib.sha256(json.dumps([*reading, *defaults, *_industries(feed)], sort_keys=True).encode()).hexdigest()


def _industries(feed: Feed) -> list[tuple[str, str]]:
    """What people said about the feed's employers: it stands in where a record names no industry."""
    offers = JobListing.objects.filter(feed=feed, employer=OuterRef("pk"))
    named = Employer.objects.exclude(industry="").filter(Exists(offers))
    return list(named.order_by("key").values_list("key", "industry"))


def was_read_before(feed: Feed, sha256: str) -> bool:
    """Whether the last good run read exactly this copy in exactly this way."""
    return bool(feed.body_sha256) and feed.body_sha256 == fingerprint(feed, sha256)


def was_read_lately(feed: Feed) -> bool:
    """Whether a good run read all of the feed within a day: documents beside the list change without the list's saying so."""
    since = timezone.now() - FULL_COPY_AFTER
    return FeedRun.objects.filter(feed=feed, state=FeedRun.State.DONE, started_at__gt=since).exists()


def remembered_validators(feed: Feed) -> Validators:
    """What to ask the server with; nothing where a whole copy is needed."""
    is_recent = feed.last_full_get_at is not None and feed.last_full_get_at > timezone.now() - FULL_COPY_AFTER
    last = (
        FeedRun.objects.filter(feed=feed, state=FeedRun.State.DONE).exclude(sha256="").order_by("-started_at").first()
    )
    if not is_recent or last is None or not was_read_before(feed, last.sha256):
        return Validators()
    return Validators(feed.etag, feed.last_modified)
