from typing import Any, override

from django.contrib import admin
from django.contrib.admin.options import InlineModelAdmin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone

from catalog.admin.feed_form import FeedForm
from catalog.admin.feed_pages import dry_run, progress
from catalog.admin.feed_run import FeedRunInline
from catalog.admin.listing import EVERYWHERE
from catalog.admin.refresh_now import accept_size, refresh_now, retire
from catalog.feeds.alarms import alarm
from catalog.feeds.overview import with_overview
from catalog.models import Feed, FeedRun


@admin.register(Feed)
class FeedAdmin(admin.ModelAdmin[Feed]):
    """Where listings come from. Saving changes the next refresh; “Refresh now” does not wait for it."""

    form = FeedForm
    change_form_template = add_form_template = "admin/catalog/feed_form.html"
    list_display = [
        "name",
        "enabled",
        "needs_a_look",
        "last_state",
        "last_started",
        "open_listings",
        "last_postings",
        "next_run_at",
        "failures_in_a_row",
    ]
    list_filter = ["enabled", "preset"]
    search_fields = ["name", "slug", "url"]
    prepopulated_fields = {"slug": ["name"]}
    actions = ["refresh", "accept", "retire"]
    readonly_fields = ["next_run_at", "last_success_at", "failures_in_a_row"]
    fieldsets = [
        (None, {"fields": ["name", "slug", "url", ("preset", "enabled"), "mapping"]}),
        ("Schedule", {"fields": [("interval_minutes", "next_run_at"), ("last_success_at", "failures_in_a_row")]}),
        ("Guards", {"fields": ["authoritative", ("drop_limit", "blast_limit"), "empty_limit"]}),
        ("Words", {"fields": ["attribution", "default_industry", "default_currency"]}),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Feed]:
        return with_overview(super().get_queryset(request))

    def get_urls(self) -> list[URLPattern]:
        guard = self.admin_site.admin_view
        own = [
            path("dry-run/", guard(dry_run), name="catalog_feed_dry_run"),
            path("<int:feed_id>/progress/", guard(progress), name="catalog_feed_progress"),
        ]
        return [*own, *super().get_urls()]

    @override
    def render_change_form(
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: Feed | None = None,
    ) -> HttpResponse:
        may_try = self.has_change_permission(request, obj) or self.has_add_permission(request)
        context = {**context, "alarm": _alarm(obj) if obj else "", "may_try": may_try}
        return super().render_change_form(request, context, add, change, form_url, obj)

    def get_inlines(self, request: HttpRequest, obj: Feed | None) -> list[type[InlineModelAdmin[Any, Any]]]:
        """A new feed has no runs."""
        return [FeedRunInline] if obj else []

    @admin.display(description="last run", ordering="last_state", empty_value="never ran")
    def last_state(self, feed: Any) -> str | None:
        return str(FeedRun.State(feed.last_state).label) if feed.last_state else None

    @admin.display(description="needs a look", empty_value="–")
    def needs_a_look(self, feed: Feed) -> str | None:
        """A feed must not die unseen: failing, held back, overdue or silent ones say so here."""
        return _alarm(feed) or None

    @admin.display(description="at", ordering="last_started")
    def last_started(self, feed: Any) -> Any:
        return feed.last_started

    @admin.display(ordering="open_listings")
    def open_listings(self, feed: Any) -> int:
        count: int = feed.open_listings
        return count

    @admin.display(ordering="last_yield_at", empty_value="never")
    def last_postings(self, feed: Feed) -> Any:
        """When a copy last held any: a feed may succeed for weeks and bring nothing."""
        return feed.last_yield_at

    @admin.action(description="Refresh now", permissions=["change"], location=EVERYWHERE)
    def refresh(self, request: HttpRequest, feeds: QuerySet[Feed]) -> None:
        refresh_now(request, feeds)

    @admin.action(description="Retire: it is gone, close its jobs", permissions=["change"], location=EVERYWHERE)
    def retire(self, request: HttpRequest, feeds: QuerySet[Feed]) -> None:
        retire(request, feeds)

    @admin.action(description="Accept this size", permissions=["change"], location=EVERYWHERE)
    def accept(self, request: HttpRequest, feeds: QuerySet[Feed]) -> None:
        accept_size(request, feeds)


def _alarm(feed: Any) -> str:
    """Of a feed that comes from `FeedAdmin.get_queryset`."""
    return alarm(feed, state=feed.last_state or "", reason=feed.last_reason or "", now=timezone.now())
