"""Models that have exactly one row: the list is its form."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse


class SingleRowAdmin[M: Model](admin.ModelAdmin[M]):
    """Opens the row, or an empty form where nobody has saved one yet."""

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        row = self.model._default_manager.first()
        base = f"{self.admin_site.name}:{self.opts.app_label}_{self.opts.model_name}"
        return redirect(reverse(f"{base}_change", args=[row.pk]) if row else reverse(f"{base}_add"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and not self.model._default_manager.exists()

    def has_delete_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        return False
