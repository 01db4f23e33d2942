"""What lists of conversations and of calls are narrowed by: the same four questions on both."""

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from mcp_bridge.models import LoggedCall, Shortlist
from mcp_bridge.shortlists.overview import NO_RENDER, calls_with, shortlists_of, shortlists_with

ERAS = ("modern", "legacy", "stdio", "http")
RECENT = 5_000  # calls that are looked at for the names of clients: the whole log may have millions


class SignFilter(admin.SimpleListFilter):
    """What went wrong, or may have."""

    title = "what happened"
    parameter_name = "sign"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("errors", "errors"),
            ("repeats", "repeats"),
            (NO_RENDER, "no widget asked for"),
            ("nothing_found", "nothing found"),
            ("slow", "slower than a second"),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        sign = self._chosen()
        if sign is None:
            return queryset
        return shortlists_with(queryset, sign) if _is_of_shortlists(queryset) else calls_with(queryset, sign)

    def _chosen(self) -> str | None:
        """A value that nobody offered narrows nothing."""
        value = self.value()
        return value if value in dict(self.lookup_choices) else None


class FactFilter(admin.SimpleListFilter):
    """Base of filters on a field of calls, named by `parameter_name`."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        if value is None:
            return queryset
        facts = {str(self.parameter_name): value}
        return shortlists_of(queryset, **facts) if _is_of_shortlists(queryset) else queryset.filter(**facts)


class EraFilter(FactFilter):
    title = "era"
    parameter_name = "era"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(era, era) for era in ERAS]


class ClientFilter(FactFilter):
    """Clients that called lately."""

    title = "client"
    parameter_name = "client"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        recent = LoggedCall.objects.order_by("-at").values_list("client", flat=True)[:RECENT]
        return [(client, client or "not stated") for client in sorted(set(recent))]


FILTERS: tuple[type[admin.ListFilter], ...] = (SignFilter, EraFilter, ClientFilter)


def _is_of_shortlists(queryset: QuerySet[Model]) -> bool:
    return queryset.model is Shortlist
