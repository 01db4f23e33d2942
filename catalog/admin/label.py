from django.contrib import admin

from catalog.admin.readonly import ReadOnlyAdmin
from catalog.models import ReleaseLabel


@admin.register(ReleaseLabel)
class ReleaseLabelAdmin(ReadOnlyAdmin[ReleaseLabel]):
    """Where each label points. Labels are moved on the page of the release that they shall point at."""

    list_display = ["name", "release", "moved_at", "moved_by"]
    list_select_related = ["release", "moved_by"]
