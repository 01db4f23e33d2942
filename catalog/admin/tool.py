from typing import Any

from django.contrib import admin
from django.contrib.admin.options import InlineModelAdmin
from django.contrib.admin.views.main import ChangeList
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from catalog.admin.tool_draft import posted_draft
from catalog.admin.tool_forms import ToolForm
from catalog.admin.tool_rows import DirectionInline, ParameterInline
from catalog.admin.tool_texts import resets_of, texts
from catalog.models import Tool
from catalog.tools.begin import begin_draft
from catalog.tools.content import CatalogueContent
from catalog.tools.diff import changes
from catalog.tools.draft_states import DraftState, draft_states
from catalog.tools.drafts import complete_draft, tool_text
from catalog.tools.edit import DELETING
from catalog.tools.handler import find_handler
from catalog.tools.labels import live_release
from catalog.tools.publish import release_content


@admin.register(Tool)
class ToolAdmin(admin.ModelAdmin[Tool]):
    """Every word of a tool that a model reads. Nothing here is served before it is published."""

    form = ToolForm
    list_display = ["name", "kind", "title", "state", "order", "changed_at"]
    search_fields = ["name", "title", "description"]
    change_form_template = "admin/catalog/tool_form.html"
    change_list_template = "admin/catalog/draft_list.html"
    fieldsets = [
        ("Words", {"fields": [("name", "title"), "description", ("invoking_text", "invoked_text")]}),
        ("What it is", {"fields": [("handler", "kind"), "widget", "aliases", ("order", "enabled")]}),
        ("Hints for clients", {"classes": ["collapse"], "fields": [
            ("read_only_hint", "idempotent_hint"), ("destructive_hint", "open_world_hint")]}),
    ]  # fmt: skip

    class Media:
        css = {"all": ["shortlist/drafts.css", "shortlist/editor.css"]}

    def get_urls(self) -> list[Any]:
        page = path("<int:tool_id>/texts/", self.admin_site.admin_view(texts), name="catalog_tool_texts")
        return [page, *super().get_urls()]

    @admin.display(description="kind")
    def kind(self, tool: Tool) -> SafeString:
        """Data or render, by the handler's type."""
        handler = find_handler(tool.handler)
        return format_html('<span class="badge">{}</span>', handler.kind if handler else "as its handler")

    @admin.display(description="draft")
    def state(self, tool: Tool) -> SafeString:
        """As `get_changelist_instance` has found it."""
        state: DraftState = tool.state  # type: ignore[attr-defined]
        grade = "careful" if state in {DraftState.DIFFERS, DraftState.NEW} else ""
        return format_html('<span class="badge {}">{}</span>', grade, state)

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """With the state of each draft: live is read once for all of them."""
        found = super().get_changelist_instance(request)
        tools = list(found.result_list.prefetch_related("parameters", "directions"))
        states = draft_states(map(tool_text, tools), release_content(live_release()))
        for tool in tools:
            tool.state = states[tool.name]
        found.result_list = tools
        return found

    def get_inlines(self, request: HttpRequest, obj: Tool | None) -> list[type[InlineModelAdmin[Any, Any]]]:
        """A new draft has no rows yet; saving it makes them."""
        return [ParameterInline, DirectionInline] if obj else []

    def has_delete_permission(self, request: HttpRequest, obj: Tool | None = None) -> bool:
        """Also those for the rows, which go with it."""
        return super().has_delete_permission(request, obj) and request.user.has_perms(DELETING)

    def get_readonly_fields(self, request: HttpRequest, obj: Tool | None = None) -> list[str]:
        """The handler is chosen once: its parameters and outcomes are the draft's rows."""
        return ["handler", "kind"] if obj else ["kind"]

    @transaction.atomic
    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        """Newer code may know more than the draft: what it lacks is added, hidden and unworded, when the page opens.

        Saves come one after the other, so that the second is compared with the first."""
        tool = self.get_object(request, object_id)
        handler = find_handler(tool.handler) if tool else None
        if tool and handler and self.has_change_permission(request, tool):
            list(Tool.objects.select_for_update().filter(pk=tool.pk))
            complete_draft(tool=tool, handler=handler)
        return super().change_view(request, object_id, *args, **kwargs)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """With what the editor's script needs and, where somebody saved meanwhile, their words beside yours."""
        if kwargs["change"]:
            saved = Tool.objects.get(pk=kwargs["obj"].pk)
            context |= {"resets": resets_of(saved, context), "is_nav_sidebar_enabled": False}
            if context["adminform"].form.is_stale:
                theirs = CatalogueContent(tools=[tool_text(saved)])
                context["meanwhile"] = changes(theirs, CatalogueContent(tools=[posted_draft(request, saved).text]))
        return super().render_change_form(request, context, *args, **kwargs)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:  # noqa: FBT001 - Django's
        super().save_related(request, form, formsets, change)
        handler = find_handler(form.instance.handler)
        if handler and not change:
            begin_draft(tool=form.instance, handler=handler)

    def response_add(self, request: HttpRequest, obj: Tool, post_url_continue: str | None = None) -> HttpResponse:
        """On to the page where the parameters and directions are."""
        super().response_add(request, obj, post_url_continue)
        return redirect(reverse("admin:catalog_tool_change", args=[obj.pk]))
