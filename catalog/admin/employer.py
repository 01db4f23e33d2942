from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest

from catalog.admin.filters import NamedValuesFilter
from catalog.models import Employer, JobListing


@admin.register(Employer)
class EmployerAdmin(admin.ModelAdmin[Employer]):
    """Employers come with listings; their website and industry may be completed here."""

    list_display = ["name", "industry", "website", "open_listings"]
    list_filter = [("industry", NamedValuesFilter)]
    search_fields = ["name", "key"]
    readonly_fields = ["key"]
    fields = ["name", "website", "industry", "key"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Employer]:
        is_open = Q(listings__status=JobListing.Status.ACTIVE)
        return super().get_queryset(request).annotate(open_listings=Count("listings", filter=is_open))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.display(ordering="open_listings")
    def open_listings(self, employer: Any) -> int:
        """Counted by the query above."""
        count: int = employer.open_listings
        return count
