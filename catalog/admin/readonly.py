"""What people look at but never type: it comes from feeds, from releases, or with the code."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse


class ReadOnlyAdmin[M: Model](admin.ModelAdmin[M]):
    """A list and a page for each row, without add, change and delete."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        return False


class ActionsOnlyAdmin[M: Model](admin.ModelAdmin[M]):
    """Nothing is typed here either, but whoever may change a row may run its actions."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: M | None = None) -> list[str]:
        """Every field that the page shows."""
        return [str(name) for name in self.get_fields(request, obj)] if self.fieldsets is None else self._in_fieldsets()

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Stock, without buttons that would save nothing."""
        no_buttons = {"show_save": False, "show_save_and_continue": False}
        return super().changeform_view(request, object_id, form_url, {**(extra_context or {}), **no_buttons})

    def _in_fieldsets(self) -> list[str]:
        lines = [line for _, options in self.fieldsets or [] for line in options["fields"]]
        return [name for line in lines for name in ([line] if isinstance(line, str) else line)]
