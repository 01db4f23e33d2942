"""What a browser would send back from an admin page that nobody touched."""

from collections.abc import Iterator
from typing import Any

from django.forms import BaseForm
from django.test import Client


def page_values(client: Client, address: str) -> dict[str, Any]:
    """The values of every field of the page's form and its tables, ready to be changed and posted."""
    context = client.get(address).context
    values: dict[str, Any] = dict(_values(context["adminform"].form))
    for inline in context["inline_admin_formsets"]:
        for form in [inline.formset.management_form, *inline.formset.forms]:
            values |= dict(_values(form))
    return values


def _values(form: BaseForm) -> Iterator[tuple[str, Any]]:
    for field in form:
        value = field.value()
        if value is not None and value is not False:
            yield field.html_name, field.field.prepare_value(value) if hasattr(value, "items") else value
