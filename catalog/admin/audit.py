import json

from django.contrib import admin
from django.utils.html import format_html
from django.utils.safestring import SafeString

from catalog.admin.readonly import ReadOnlyAdmin
from catalog.models import AuditEvent


@admin.register(AuditEvent)
class AuditEventAdmin(ReadOnlyAdmin[AuditEvent]):
    """Who did what to the catalogue. Rows are only ever added; the database refuses anything else."""

    list_display = ["at", "user", "verb", "release", "label", "note"]
    list_select_related = ["user", "release"]
    list_filter = ["verb"]
    search_fields = ["note", "user__username", "=release__number"]
    date_hierarchy = "at"
    fields = ["at", "user", "verb", "release", "label", "note", "particulars"]

    @admin.display(description="details")
    def particulars(self, event: AuditEvent) -> SafeString:
        return format_html("<pre>{}</pre>", json.dumps(event.details, ensure_ascii=False, indent=2))
