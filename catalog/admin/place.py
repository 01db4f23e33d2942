from django.contrib import admin

from catalog.admin.readonly import ReadOnlyAdmin
from catalog.models import Place


@admin.register(Place)
class PlaceAdmin(ReadOnlyAdmin[Place]):
    """Cities come with the code; the list answers “do we know this place?”."""

    list_display = ["name", "country", "admin1", "population", "timezone"]
    search_fields = ["name", "ascii_name", "=id"]
    list_per_page = 50
    show_full_result_count = False
    fields = [
        ("name", "ascii_name"),
        ("country", "admin1"),
        ("latitude", "longitude"),
        ("population", "timezone"),
        "names",
        "hubs",
    ]
