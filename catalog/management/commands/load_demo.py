from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from catalog.feeds.demo import create_demo_feeds
from catalog.listings.load_places import load_places
from catalog.models import BoardStyle, Place
from catalog.tools.shipped import load_shipped


class Command(BaseCommand):
    help = "Loads the demo board once: places, tool texts, board style and three feeds that are due at once."

    def handle(self, *args: Any, **options: Any) -> None:
        done = [*_places(), *_texts(), *_style(), *_feeds()]
        for line in done or ["The demo is loaded already."]:
            self.stdout.write(line)


def _places() -> list[str]:
    if Place.objects.exists():
        return []
    return [f"Loaded {load_places().total:,} places."]


def _texts() -> list[str]:
    return ["Published the shipped tool texts as the first release."] if load_shipped() else []


def _style() -> list[str]:
    if BoardStyle.objects.exists():
        return []
    BoardStyle().save()
    return ["Created the board's style."]


def _feeds() -> list[str]:
    if not settings.FEEDS_ALLOW_LOOPBACK:
        return ["Left out the demo's feeds: they come from this machine, which FEEDS_ALLOW_LOOPBACK=1 would allow."]
    created = create_demo_feeds()
    return [f"Added {created} demo feeds; a worker fetches them now."] if created else []
