import json
from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import URLPattern, path
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from catalog.admin.exchange import export, import_file
from catalog.admin.point_label import point_label
from catalog.admin.publish import publish
from catalog.admin.readonly import ReadOnlyAdmin
from catalog.admin.release_moves import compare, decide, make_live
from catalog.admin.review import stored_review
from catalog.models import Release
from catalog.tools.approve import waiting_releases
from catalog.tools.content import CatalogueContent, ToolText
from catalog.tools.publish import PERMISSION


@admin.register(Release)
class ReleaseAdmin(ReadOnlyAdmin[Release]):
    """What was ever served. A release is never altered; going back moves the label `live`."""

    list_display = ["number", "labelled", "note", "author", "created_at", "decided"]
    list_select_related = ["author", "verdict__user"]
    search_fields = ["note", "=number"]
    fieldsets = [
        (None, {"fields": [("number", "labelled"), "note", ("author", "created_at"), "decided", ("parent", "sha256")]}),
        ("What it changed", {"fields": ["changed"]}),
        ("What the lint said", {"fields": ["advice"]}),
        ("What a model reads", {"fields": ["texts"]}),
        ("As JSON", {"classes": ["collapse"], "fields": ["as_json"]}),
    ]
    change_list_template = "admin/catalog/draft_list.html"
    change_form_template = "admin/catalog/release_form.html"

    class Media:
        css = {"all": ["shortlist/drafts.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Release]:
        waits = Exists(waiting_releases().filter(pk=OuterRef("pk")))
        return super().get_queryset(request).prefetch_related("labels").annotate(waits=waits)

    def get_urls(self) -> list[Any]:
        wrap = self.admin_site.admin_view
        own: list[URLPattern] = [
            path("publish/", wrap(publish), name="catalog_release_publish"),
            path("export/", wrap(export), name="catalog_release_export"),
            path("import/", wrap(import_file), name="catalog_release_import"),
            path("compare/", wrap(compare), name="catalog_release_compare"),
            path("<int:number>/make-live/", wrap(make_live), name="catalog_release_make_live"),
            path("<int:number>/label/", wrap(point_label), name="catalog_release_label"),
            path("<int:number>/decide/", wrap(decide), name="catalog_release_decide"),
        ]
        return [*own, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        waits = waiting_releases().filter(pk=object_id if object_id.isdecimal() else 0).exists()
        may = {"may_publish": request.user.has_perm(PERMISSION), "is_waiting": waits}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **may})

    @admin.display(description="labels")
    def labelled(self, release: Release) -> SafeString:
        return format_html_join(" ", '<span class="badge">{}</span>', ((label.name,) for label in release.labels.all()))

    @admin.display(description="second person", empty_value="")
    def decided(self, release: Release) -> str | None:
        """Who approved or rejected it, or that it waits for somebody; nothing where nobody has to."""
        if release.waits:  # type: ignore[attr-defined]
            return "waits for somebody"
        verdict = getattr(release, "verdict", None)
        return " – ".join(filter(None, [str(verdict), verdict.note])) if verdict else None

    @admin.display(description="changes")
    def changed(self, release: Release) -> SafeString:
        """From its parent, as it was told when the release was made."""
        return mark_safe(render_to_string("admin/catalog/summary.html", {"review": stored_review(release.diff)}))  # noqa: S308 - a template's

    @admin.display(description="advice")
    def advice(self, release: Release) -> SafeString | str:
        findings = release.lint.get("findings")
        return render_to_string("admin/catalog/finding_lines.html", {"findings": findings}) if findings else "Nothing."

    @admin.display(description="texts")
    def texts(self, release: Release) -> SafeString:
        """The instructions and each tool's title, description, parameters and directions."""
        content = CatalogueContent.model_validate(release.content)
        tools = format_html_join("", "{}", ((_text(tool),) for tool in content.tools))
        return format_html("<p>{}</p>{}", content.instructions or "No server instructions.", tools)

    @admin.display(description="content")
    def as_json(self, release: Release) -> SafeString:
        return format_html("<pre>{}</pre>", json.dumps(release.content, ensure_ascii=False, indent=2))


def _text(tool: ToolText) -> SafeString:
    shown = [(item.name, item.description) for item in tool.parameters if item.exposed and item.fixed is None]
    rows = shown + [(item.outcome, f"{item.instruction} {item.reason}") for item in tool.directions]
    facts = format_html_join("", "<dt>{}</dt><dd>{}</dd>", rows)
    return format_html('<h3>{}</h3><p>{}</p><dl class="changes">{}</dl>', tool.name, tool.description, facts)
