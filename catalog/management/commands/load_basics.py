from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from catalog.listings.load_places import load_places
from catalog.listings.rates import load_rates
from catalog.listings.synonyms import load_synonyms
from catalog.models import BoardStyle, Place
from catalog.tools.shipped import load_shipped


class Command(BaseCommand):
    help = (
        "Loads what every board needs, once: places, the shipped tool texts as first release, rates, synonyms, a style."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        for line in load_basics() or ["All of it is loaded already."]:
            self.stdout.write(line)


@transaction.atomic
def load_basics() -> list[str]:
    """Says what it loaded; nothing the second time."""
    return [*_places(), *_texts(), *_rates(), *_synonyms(), *_style()]


def _places() -> list[str]:
    if Place.objects.exists():
        return []
    return [f"Loaded {load_places().total:,} places."]


def _texts() -> list[str]:
    return ["Published the shipped tool texts as the first release."] if load_shipped() else []


def _rates() -> list[str]:
    loaded = load_rates()
    return [f"Loaded {loaded} exchange rates: examples, to be replaced by your own."] if loaded else []


def _synonyms() -> list[str]:
    loaded = load_synonyms()
    return [f"Loaded {loaded} synonyms."] if loaded else []


def _style() -> list[str]:
    if BoardStyle.objects.exists():
        return []
    BoardStyle().save()
    return ["Created the board's style."]
