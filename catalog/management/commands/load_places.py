"""`manage.py load_places`: the cities of the world, from the extract that ships with Shortlist."""

from typing import Any

from django.core.management.base import BaseCommand

from catalog.listings.load_places import load_places


class Command(BaseCommand):
    help = "Load or update the cities that listings and searches refer to (GeoNames, CC BY 4.0)."

    def handle(self, *args: Any, **options: Any) -> None:
        loaded = load_places()
        self.stdout.write(f"{loaded.total} places known, {loaded.written} written.")
