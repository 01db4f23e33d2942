from django import forms
from django.contrib import admin
from django.db.models import TextField

from catalog.admin.single_row import SingleRowAdmin
from catalog.models import ServerText


@admin.register(ServerText)
class ServerTextAdmin(SingleRowAdmin[ServerText]):
    """The words that a client may put before its model. Like the tools, they are a draft until they are published."""

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
    change_form_template = "admin/catalog/draft_form.html"
