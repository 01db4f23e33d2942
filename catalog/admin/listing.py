from collections.abc import Callable, Sequence

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.options import ActionLocation
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from catalog.admin.filters import NamedValuesFilter
from catalog.admin.readonly import ActionsOnlyAdmin
from catalog.admin.tables import table_of
from catalog.listings.filters import Filters
from catalog.listings.search import search
from catalog.listings.spelling import corrected
from catalog.listings.status import close_listings, hide_listings, show_listings
from catalog.models import JobListing

MOST_FOUND = 500  # listings that the tool's search adds to the list
LONGEST = 200  # characters of a search
EVERYWHERE = [ActionLocation.CHANGE_LIST, ActionLocation.CHANGE_FORM]


@admin.register(JobListing)
class JobListingAdmin(ActionsOnlyAdmin[JobListing]):
    """Listings belong to their feeds, so their text is read here, not typed; staff hide, show and close them."""

    list_display = ["title", "company", "location", "workplace", "industry", "status", "posted_at", "feed"]
    list_filter = ["status", "feed", "workplace", ("industry", NamedValuesFilter), ("country", NamedValuesFilter)]
    list_select_related = ["feed"]
    search_fields = ["title", "company", "=public_id", "=external_id"]
    change_form_template = "admin/catalog/listing_form.html"
    show_full_result_count = False
    fieldsets = [
        (None, {"fields": ["title", ("company", "employer"), ("status", "closed_reason"), ("public_id", "feed")]}),
        (
            "Where and how",
            {
                "fields": [
                    ("location", "location_text"),
                    ("country", "region"),
                    ("workplace", "employment_type"),
                    ("seniority", "industry"),
                ]
            },
        ),
        (
            "Pay",
            {
                "fields": [
                    "pay_text",
                    ("pay_min", "pay_max"),
                    ("pay_currency", "pay_period"),
                    ("pay_usd_min", "pay_usd_max"),
                ]
            },
        ),
        ("Dates", {"fields": [("posted_at", "expires_at"), ("first_seen_at", "last_changed_at"), "closed_at"]}),
        ("Text", {"fields": ["description", "apply_url", "attribution"]}),
        ("Where each field came from", {"fields": ["origins"]}),
    ]
    actions = ["hide", "show", "close"]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[JobListing], search_term: str
    ) -> tuple[QuerySet[JobListing], bool]:
        """What the tool would find, with its synonyms and spelling; and what no tool finds: ids, closed and hidden listings."""
        typed, may_repeat = super().get_search_results(request, queryset, search_term)
        query = " ".join(search_term.split())[:LONGEST]
        if not query:
            return typed, may_repeat
        return queryset.filter(Q(pk__in=_found_by_the_tool(query)) | Q(pk__in=typed.values("pk"))), False

    def view_on_site(self, listing: JobListing) -> str:
        """The board's own page."""
        return listing.get_absolute_url()

    @admin.display(description="provenance")
    def origins(self, listing: JobListing) -> SafeString | str:
        """Field by field, the part of the feed's record that it was read from."""
        return table_of(["field", "source"], sorted(listing.provenance.items())) or "Not recorded."

    @admin.action(description="Hide from search and board", permissions=["change"], location=EVERYWHERE)
    def hide(self, request: HttpRequest, listings: QuerySet[JobListing]) -> None:
        _apply(hide_listings, request, listings, "hidden")

    @admin.action(description="Show again", permissions=["change"], location=EVERYWHERE)
    def show(self, request: HttpRequest, listings: QuerySet[JobListing]) -> None:
        _apply(show_listings, request, listings, "shown again")

    @admin.action(description="Close", permissions=["change"], location=EVERYWHERE)
    def close(self, request: HttpRequest, listings: QuerySet[JobListing]) -> None:
        _apply(close_listings, request, listings, "closed by staff")


def _found_by_the_tool(query: str) -> list[int]:
    """The best matches; of the words as they should be spelt, where nothing matches what was typed."""
    found = search(Filters(query=query), limit=MOST_FOUND).listings
    if not found and (better := corrected(query)):
        found = search(Filters(query=better), limit=MOST_FOUND).listings
    return [listing.id for listing in found]


def _apply(action: Callable[..., None], request: HttpRequest, listings: QuerySet[JobListing], done: str) -> None:
    rows: Sequence[JobListing] = list(listings)
    action(ids=[listing.pk for listing in rows])
    LogEntry.objects.log_actions(request.user.pk or 0, rows, CHANGE, change_message=f"{done.capitalize()}.")
    messages.success(request, f"{rows[0].title} is {done}." if len(rows) == 1 else f"{len(rows)} listings are {done}.")
