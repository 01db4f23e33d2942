from typing import Any

from django import forms
from django.contrib import admin
from django.db import transaction
from django.db.models import TextField
from django.http import HttpRequest, HttpResponse

from catalog.admin.single_row import SingleRowAdmin
from catalog.admin.versioned_form import VersionedForm
from catalog.models import ServerText
from catalog.tools.content import CatalogueContent
from catalog.tools.diff import changes
from catalog.tools.earlier import earlier_instructions


class ServerTextForm(VersionedForm[ServerText]):
    """One long text."""


@admin.register(ServerText)
class ServerTextAdmin(SingleRowAdmin[ServerText]):
    """The words that a client may put before its model. Like the tools, they are a draft until they are published."""

    form = ServerTextForm
    fieldsets = [
        (
            None,
            {
                "fields": ["instructions"],
                "description": "Up to 2,000 characters on how the tools work together. Served once it is published.",
            },
        )
    ]
    formfield_overrides = {TextField: {"widget": forms.Textarea(attrs={"rows": 12, "class": "vLargeTextField"})}}
    change_form_template = "admin/catalog/server_text_form.html"

    class Media:
        css = {"all": ["shortlist/drafts.css", "shortlist/editor.css"]}

    @transaction.atomic
    def change_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Saves one after the other, so that the second is compared with the first."""
        if request.method == "POST":
            list(ServerText.objects.select_for_update())
        return super().change_view(request, *args, **kwargs)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """With the ways back and, where somebody saved meanwhile, their words beside yours."""
        form = context["adminform"].form
        context["resets"] = [
            {"field": "id_instructions", "label": "instructions", "source": source, "value": words}
            for source, words in earlier_instructions()
        ]
        if form.is_stale:
            theirs, mine = ServerText.current().instructions, form.cleaned_data.get("instructions", "")
            context["meanwhile"] = changes(CatalogueContent(instructions=theirs), CatalogueContent(instructions=mine))
        return super().render_change_form(request, context, *args, **kwargs)
