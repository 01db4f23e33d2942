from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from catalog.admin.readonly import ReadOnlyAdmin
from mcp_bridge.admin.filters import FILTERS
from mcp_bridge.models import LoggedCall


@admin.register(LoggedCall)
class LoggedCallAdmin(ReadOnlyAdmin[LoggedCall]):
    """The log, newest first. What a row leaves out, the log never held."""

    list_display = ["at", "tool", "outcome", "is_error", "actor", "client", "era", "release", "took", "conversation"]
    list_filter = [*FILTERS, "actor"]
    search_fields = ["=principal", "=tool", "=outcome", "shortlist__exact"]
    search_help_text = "By pseudonym, tool, outcome or the conversation’s number."
    show_full_result_count = False
    list_per_page = 50
    fieldsets = [
        (None, {"fields": [("at", "took"), "conversation", ("actor", "principal"), ("client", "era")]}),
        ("What was asked", {"fields": ["tool", "arguments"]}),
        ("What came of it", {"fields": [("outcome", "is_error"), "ids", "instruction", "user_actions"]}),
        ("Which texts", {"fields": [("release_served", "release_read")]}),
    ]

    @admin.display(description="conversation", empty_value="none")
    def conversation(self, call: LoggedCall) -> SafeString | None:
        """A link to its timeline, which is there even where the shortlist was swept."""
        if call.shortlist_id is None:
            return None
        address = reverse("admin:mcp_bridge_shortlist_change", args=[call.shortlist_id])
        return format_html('<a href="{}#call-{}">shortlist {}</a>', address, call.pk, call.shortlist_id)

    @admin.display(description="release", ordering="release_served")
    def release(self, call: LoggedCall) -> str:
        """Served, and what the model had read before."""
        read = "unknown" if call.release_read is None else call.release_read
        return f"{call.release_served} (read: {read})"

    @admin.display(description="took", ordering="milliseconds")
    def took(self, call: LoggedCall) -> str:
        return f"{call.milliseconds:,.0f} ms"
