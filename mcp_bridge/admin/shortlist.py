from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import path

from catalog.admin.readonly import ReadOnlyAdmin
from mcp_bridge.admin.filters import FILTERS
from mcp_bridge.admin.moments import moment
from mcp_bridge.admin.timeline import export, show_timeline
from mcp_bridge.models import Shortlist
from mcp_bridge.shortlists.overview import with_overview


def counted(name: str, heading: str = "") -> Callable[[Shortlist], str]:
    """A column for one of the overview's counts."""

    @admin.display(description=heading or name)
    def count(shortlist: Shortlist) -> str:
        return str(getattr(shortlist, name))

    count.__name__ = name
    return count


@admin.register(Shortlist)
class ShortlistAdmin(ReadOnlyAdmin[Shortlist]):
    """Conversations that are alive; a row's page is its timeline. Calls of older ones are in the list of calls."""

    list_display = [
        "number",
        "last_used",
        counted("calls_made", "calls"),
        counted("errors"),
        counted("searches"),
        counted("opened"),
        counted("saved"),
        "expires",
        "principal",
    ]
    list_filter = FILTERS
    search_fields = ["=principal", "id__exact"]
    show_full_result_count = False
    list_per_page = 50

    class Media:
        css = {"all": ["shortlist/timeline.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Shortlist]:
        return with_overview(super().get_queryset(request))

    def get_urls(self) -> list[Any]:
        wrap = self.admin_site.admin_view
        return [
            path("<int:number>/export/", wrap(export), name="mcp_bridge_shortlist_export"),
            path("<int:number>/change/", wrap(show_timeline), name="mcp_bridge_shortlist_change"),
            *super().get_urls(),
        ]

    @admin.display(description="last used", ordering="used_at")
    def last_used(self, shortlist: Shortlist) -> str:
        return moment(shortlist.used_at)

    @admin.display(description="expires", ordering="expires_at")
    def expires(self, shortlist: Shortlist) -> str:
        return moment(shortlist.expires_at)

    @admin.display(description="conversation", ordering="id")
    def number(self, shortlist: Shortlist) -> str:
        return str(shortlist)
