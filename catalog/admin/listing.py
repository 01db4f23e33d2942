from collections.abc import Callable, Sequence

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.options import ActionLocation
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from catalog.admin.filters import NamedValuesFilter
from catalog.admin.readonly import ActionsOnlyAdmin
from catalog.admin.tables import table_of
from catalog.listings.status import close_listings, hide_listings, show_listings
from catalog.models import JobListing

EVERYWHERE = [ActionLocation.CHANGE_LIST, ActionLocation.CHANGE_FORM]


@admin.register(JobListing)
class JobListingAdmin(ActionsOnlyAdmin[JobListing]):
    """Listings belong to their feeds, so their text is read here, not typed; staff hide, show and close them."""

    list_display = ["title", "company", "location", "workplace", "industry", "status", "posted_at", "feed"]
    list_filter = ["status", "feed", "workplace", ("industry", NamedValuesFilter), ("country", NamedValuesFilter)]
    list_select_related = ["feed"]
    search_fields = ["title", "company", "=public_id"]
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


def _apply(action: Callable[..., None], request: HttpRequest, listings: QuerySet[JobListing], done: str) -> None:
    rows: Sequence[JobListing] = list(listings)
    action(ids=[listing.pk for listing in rows])
    LogEntry.objects.log_actions(request.user.pk or 0, rows, CHANGE, change_message=f"{done.capitalize()}.")
    messages.success(request, f"{rows[0].title} is {done}." if len(rows) == 1 else f"{len(rows)} listings are {done}.")
