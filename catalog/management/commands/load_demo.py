from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction

from catalog.feeds.demo import create_demo_feeds, follow_port
from catalog.management.commands.load_basics import load_basics
from catalog.models import Release


class Command(BaseCommand):
    help = "Loads the demo board once, on a board that is new: what every board needs, and three feeds that are due at once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--again", action="store_true", help="Add the demo's feeds to a board that is not new.")

    def handle(self, *args: Any, **options: Any) -> None:
        for line in _load(is_wanted=options["again"]) or ["The demo is loaded already."]:
            self.stdout.write(line)


@transaction.atomic
def _load(*, is_wanted: bool) -> list[str]:
    """A board is new until it has a release: a demo feed that somebody deleted doesn't come back."""
    is_new = not Release.objects.exists()
    done = load_basics()
    follow_port()
    return [*done, *_feeds()] if is_new or is_wanted else done


def _feeds() -> list[str]:
    if not settings.FEEDS_ALLOW_LOOPBACK:
        return ["Left out the demo's feeds: they come from this machine, which FEEDS_ALLOW_LOOPBACK=1 would allow."]
    created = create_demo_feeds()
    return [f"Added {created} demo feeds; a worker fetches them now."] if created else []
