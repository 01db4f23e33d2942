"""The home page: what this is, in one screen, with the board's own numbers."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from catalog.errors import ShortlistError
from catalog.models import Employer, JobListing
from mcp_bridge.snapshot import snapshots


@dataclass(frozen=True)
class BoardNumbers:
    """What the home page counts. `release` is 0 while nothing has been published."""

    open_listings: int
    employers: int
    tools: int
    release: int


def home(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/home.html", {"numbers": count_board()})


def count_board() -> BoardNumbers:
    """Counts the board: three small queries, no cache, so that the page never lies."""
    open_listings = JobListing.objects.filter(status=JobListing.Status.ACTIVE)
    tools, release = _live_catalogue()
    return BoardNumbers(open_listings.count(), Employer.objects.count(), tools, release)


def _live_catalogue() -> tuple[int, int]:
    try:
        snapshot = snapshots.current()
    except ShortlistError:  # nothing is published yet: the page says so
        return 0, 0
    return len(snapshot.tools), snapshot.release
