from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from catalog.admin.fixed_rows import FixedRows
from catalog.admin.listing import EVERYWHERE
from catalog.admin.readonly import ReadOnlyAdmin
from catalog.admin.refresh_now import accept_size
from catalog.admin.tables import table_of
from catalog.models import Feed, FeedRun

COUNTS = ["read", "new", "changed", "unchanged", "closed", "revived", "invalid", "duplicates"]
NEWEST = 10


class FeedRunInline(FixedRows[FeedRun, Feed]):
    """The newest runs; the rest are in their own list."""

    model = FeedRun
    readonly_fields = ["state", *COUNTS, "reason"]
    fields = ["state", *COUNTS, "reason"]
    row_heading = "Run"
    verbose_name_plural = "newest runs"
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[FeedRun]:
        """Ten at most: the feed is known by the page's address."""
        found = super().get_queryset(request)
        feed = request.resolver_match.kwargs.get("object_id", 0) if request.resolver_match else 0
        newest = FeedRun.objects.filter(feed_id=feed).order_by("-started_at").values("pk")[:NEWEST]
        return found.filter(pk__in=newest)

    def has_change_permission(self, request: HttpRequest, obj: Feed | None = None) -> bool:
        return False


@admin.register(FeedRun)
class FeedRunAdmin(ReadOnlyAdmin[FeedRun]):
    """What each refresh did, and why anything was held back."""

    list_display = ["started_at", "feed", "state", "reason", *COUNTS]
    list_filter = ["state", "feed"]
    list_select_related = ["feed"]
    actions = ["accept"]
    date_hierarchy = "started_at"
    fieldsets = [
        (None, {"fields": ["feed", "state", "reason", ("started_at", "ended_at")]}),
        ("Counts", {"fields": [tuple(COUNTS[:4]), tuple(COUNTS[4:]), "declared"]}),
        ("The copy", {"fields": [("http_status", "size"), "sha256"]}),
        ("Records that could not be used", {"fields": ["rejected_records"]}),
    ]

    @admin.display(description="rejects")
    def rejected_records(self, run: FeedRun) -> SafeString | str:
        """A table; the record's text is a stranger's and is escaped."""
        rows = [row if isinstance(row, dict) else {"record": row} for row in run.rejects]
        columns = list(dict.fromkeys(key for row in rows for key in row))
        return table_of(columns, [[row.get(column, "") for column in columns] for row in rows]) or "None."

    def has_accept_permission(self, request: HttpRequest) -> bool:
        """A run is never changed, but whoever may change feeds may accept what it held back."""
        return request.user.has_perm("catalog.change_feed")

    @admin.action(description="Accept this size", permissions=["accept"], location=EVERYWHERE)
    def accept(self, request: HttpRequest, runs: QuerySet[FeedRun]) -> None:
        accept_size(request, Feed.objects.filter(runs__in=runs.filter(state=FeedRun.State.SUSPECT)))
