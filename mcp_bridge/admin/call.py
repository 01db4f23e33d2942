from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from catalog.admin.readonly import ReadOnlyAdmin
from mcp_bridge.admin.filters import FILTERS
from mcp_bridge.admin.moments import moment
from mcp_bridge.models import LoggedCall


@admin.register(LoggedCall)
class LoggedCallAdmin(ReadOnlyAdmin[LoggedCall]):
    """The log, newest first. What a row leaves out, the log never held."""

    list_display = ["time", "result", "tool", "who", "conversation", "took", "caller", "release"]
    list_filter = [*FILTERS, "actor"]
    search_fields = ["=principal", "=tool", "=outcome", "shortlist__exact"]
    show_full_result_count = False
    list_per_page = 50
    fieldsets = [
        (None, {"fields": [("time", "took"), "conversation", ("actor", "principal"), ("client", "era")]}),
        ("What was asked", {"fields": ["tool", "arguments"]}),
        ("What came of it", {"fields": ["result", "ids", "instruction", "user_actions"]}),
        ("Which texts", {"fields": [("release_served", "release_read")]}),
    ]

    class Media:
        css = {"all": ["shortlist/timeline.css"]}

    @admin.display(description="time", ordering="at")
    def time(self, call: LoggedCall) -> str:
        return moment(call.at)

    @admin.display(description="who", ordering="actor")
    def who(self, call: LoggedCall) -> str:
        return "user" if call.actor == LoggedCall.Actor.USER else "assistant"

    @admin.display(description="result", ordering="outcome")
    def result(self, call: LoggedCall) -> SafeString:
        """The outcome; an error's stands out."""
        return format_html('<span class="outcome{}">{}</span>', " error" if call.is_error else "", call.outcome)

    @admin.display(description="conversation", empty_value="none")
    def conversation(self, call: LoggedCall) -> SafeString | None:
        """A link to its timeline, which is there even where the shortlist was swept."""
        if call.shortlist_id is None:
            return None
        address = reverse("admin:mcp_bridge_shortlist_change", args=[call.shortlist_id])
        return format_html('<a href="{}#call-{}">shortlist {}</a>', address, call.pk, call.shortlist_id)

    @admin.display(description="client", ordering="client")
    def caller(self, call: LoggedCall) -> str:
        return f"{call.client or 'not stated'}, {call.era}"

    @admin.display(description="release", ordering="release_served")
    def release(self, call: LoggedCall) -> str:
        """Served, and what the model had read before."""
        read = "unknown" if call.release_read is None else call.release_read
        return f"{call.release_served} (read: {read})"

    @admin.display(description="took", ordering="milliseconds")
    def took(self, call: LoggedCall) -> str:
        return f"{call.milliseconds:,.0f} ms"
