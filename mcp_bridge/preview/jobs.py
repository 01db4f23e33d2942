"""A listing's public page, and the apply page that stands in for the invented employers of the demo."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from catalog.listings.applying import apply_address, is_invented
from catalog.listings.ids import is_well_formed, near_misses
from catalog.listings.text import clean_html
from catalog.models import JobListing
from mcp_bridge.preview.job_posting import posting_script


@require_safe
def job(request: HttpRequest, public_id: str) -> HttpResponse:
    """200 while people may apply, 410 with the reason after that, 404 with ids that look alike."""
    listing = find_listing(public_id)
    if listing is None:
        return _unknown(request, public_id)
    if not listing.is_open:
        return _closed(request, listing)
    context = {
        "job": listing,
        "apply_url": apply_address(listing),
        # Cleaned when it was stored, and again here, because staff may have edited it since.
        "posting": mark_safe(clean_html(listing.description_html)),  # noqa: S308
        "structured_data": posting_script(listing),
    }
    return render(request, "pages/job.html", context)


@require_safe
def apply(request: HttpRequest, public_id: str) -> HttpResponse:
    """The demo's apply page; a real employer's own page answers for itself."""
    listing = find_listing(public_id)
    if listing is None:
        return _unknown(request, public_id)
    if not listing.is_open:
        return _closed(request, listing)
    if not is_invented(listing.apply_url):
        return redirect(listing.get_absolute_url())
    return render(request, "pages/apply.html", {"job": listing})


def find_listing(public_id: str) -> JobListing | None:
    """By its id; what can't be an id at all (anything may stand in an address) never reaches the database."""
    if not is_well_formed(public_id):
        return None
    return JobListing.objects.filter(public_id=public_id).select_related("employer").first()


def _unknown(request: HttpRequest, public_id: str) -> HttpResponse:
    alike = JobListing.objects.filter(public_id__in=near_misses(public_id)).exclude(status=JobListing.Status.HIDDEN)
    return render(request, "pages/job_unknown.html", {"asked": public_id, "alike": alike}, status=404)


def _closed(request: HttpRequest, listing: JobListing) -> HttpResponse:
    is_hidden = listing.status == JobListing.Status.HIDDEN
    context = {"job": None if is_hidden else listing, "reason": closing_reason(listing)}
    return render(request, "pages/job_closed.html", context, status=410)


def closing_reason(listing: JobListing) -> str:
    """Why nobody can apply any more, in one sentence."""
    if listing.status == JobListing.Status.HIDDEN:
        return "The board has withdrawn this job."
    match listing.closed_reason:
        case JobListing.ClosedReason.MISSING:
            return "The employer no longer lists it."
        case JobListing.ClosedReason.FEED_EMPTY:
            return "Its publisher lists no jobs at present."
        case JobListing.ClosedReason.FEED_GONE:
            return "Its publisher no longer sends its jobs to this board."
        case JobListing.ClosedReason.MANUAL:
            return "The board has closed it."
        case _:
            return "Its closing date has passed."
