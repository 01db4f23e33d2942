"""What staff may do to listings: hide, show again, close. A refresh of the feed leaves hidden and staff-closed ones alone."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from catalog.listings.index import index_listings
from catalog.models import JobListing

Status = JobListing.Status


def hide_listings(*, ids: Sequence[int]) -> None:
    """Takes listings out of search and off the board, whatever their feed says."""
    _set_status(ids, status=Status.HIDDEN)


def show_listings(*, ids: Sequence[int]) -> None:
    """Puts listings back, hidden or closed ones alike."""
    _set_status(ids, status=Status.ACTIVE)


def close_listings(*, ids: Sequence[int]) -> None:
    """Closes listings by hand; their pages say so."""
    _set_status(ids, status=Status.CLOSED)


@transaction.atomic
def _set_status(ids: Sequence[int], *, status: JobListing.Status) -> None:
    is_closed = status == Status.CLOSED
    JobListing.objects.filter(pk__in=ids).update(
        status=status,
        closed_reason=JobListing.ClosedReason.MANUAL if is_closed else "",
        closed_at=timezone.now() if is_closed else None,
    )
    index_listings(ids)
