"""Tables inside a form whose rows come from elsewhere: from a tool's handler, from a feed's runs."""

from typing import ClassVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest


class FixedRows[R: Model, P: Model](admin.TabularInline[R, P]):
    """Rows are shown or worded, neither added nor deleted. `row_heading` and `row_help` say what they are."""

    template = "admin/catalog/rows.html"
    extra = 0
    can_delete = False
    row_heading: ClassVar[str]
    row_help: ClassVar[str] = ""

    def has_add_permission(self, request: HttpRequest, obj: P | None = None) -> bool:
        return False
