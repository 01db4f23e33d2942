"""GET /api/v1/listings/ and /api/v1/listings/<id>/: open listings, found by the search that the tools use."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from catalog.api.parameters import ListingQuery
from catalog.api.shapes import AnswerErrorSerializer, ListingPageSerializer, WholeListingSerializer
from catalog.errors import ShortlistError
from catalog.listings.facets import place_filter, understood
from catalog.listings.filters import Filters, Sort
from catalog.listings.ids import is_well_formed
from catalog.listings.places import Resolution
from catalog.listings.search import CAPPED, Counts, Page, search
from catalog.models import JobListing


class ListingList(APIView):
    """Open listings, page by page."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="list_listings",
        summary="Find open listings",
        parameters=ListingQuery.described(),
        responses={200: ListingPageSerializer, 400: AnswerErrorSerializer},
    )
    def get(self, request: Request) -> Response:
        """Words, places and workplaces; the answer says what each place was taken to mean."""
        query = ListingQuery.read(request.query_params)
        places = [understood(" ".join(text.split())) for text in query.location if text.strip()]
        page = _found(query, places)
        return Response(ListingPageSerializer(_page(page, places, _next_url(request, page.next_cursor))).data)


class ListingDetail(APIView):
    """One listing."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="read_listing",
        summary="Read one listing whole",
        responses={200: WholeListingSerializer, 404: AnswerErrorSerializer, 410: AnswerErrorSerializer},
    )
    def get(self, _request: Request, public_id: str) -> Response:
        """404 for an id that no listing has, 410 with the reason for one that is closed."""
        return Response(WholeListingSerializer(open_listing(public_id)).data)


def open_listing(public_id: str) -> JobListing:
    """Raises `listing_unknown` or `listing_closed`; what staff have hidden is unknown."""
    visible = JobListing.objects.exclude(status=JobListing.Status.HIDDEN)
    listing = visible.filter(public_id=public_id).first() if is_well_formed(public_id) else None
    if listing is None:
        hint = "Ids are ten digits; find listings at /api/v1/listings/."
        raise ShortlistError("listing_unknown", f"No listing has the id “{public_id[:20]}”.", hint)
    if not listing.is_open:
        why = listing.get_closed_reason_display() or JobListing.ClosedReason.EXPIRED.label
        raise ShortlistError(
            "listing_closed", f"This listing is closed: {why}.", "Find open ones at /api/v1/listings/."
        )
    return listing


def _found(query: ListingQuery, places: list[Resolution]) -> Page:
    clear = [place for place in places if place.kind != "unknown"]
    if places and not clear:
        return Page((), Counts())  # the whole world instead would be a wrong answer
    filters = Filters(
        query=query.q,
        places=tuple(place_filter(place) for place in clear),
        workplace=tuple(query.workplace),
        sort=Sort(query.sort),
    )
    return search(filters, limit=query.limit, cursor=query.cursor)


def _page(page: Page, places: list[Resolution], next_url: str | None) -> dict[str, Any]:
    return {
        "total": min(page.counts.total, CAPPED),
        "total_is_capped": page.counts.is_capped,
        "places": [
            {"asked": place.asked, "matched": "" if place.kind == "unknown" else place.label} for place in places
        ],
        "next": next_url,
        "results": _whole(page),
    }


def _whole(page: Page) -> list[JobListing]:
    found = JobListing.objects.in_bulk([listing.id for listing in page.listings])
    return [found[listing.id] for listing in page.listings if listing.id in found]


def _next_url(request: Request, cursor: str) -> str | None:
    if not cursor:
        return None
    query = request.query_params.copy()
    query["cursor"] = cursor
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
