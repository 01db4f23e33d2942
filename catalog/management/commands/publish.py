from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalog.errors import ShortlistError
from catalog.tools.labels import live_release
from catalog.tools.publish import publish_drafts, publisher_named


class Command(BaseCommand):
    help = "Publishes the drafts: one immutable release, which goes live, or waits for a second person."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--note", default="", help="why, for those who read the history")
        parser.add_argument("--confirm", default="", help="what the command asks for where clients would break")
        parser.add_argument("--as", dest="username", default="", metavar="USER", help="who publishes")

    def handle(self, *args: Any, note: str, confirm: str, username: str, **_: Any) -> None:
        try:
            author = publisher_named(username)
            release = publish_drafts(author=author, note=note, confirm=confirm)
        except ShortlistError as error:
            raise CommandError(
                "\n".join([str(error), *(f"  {item.field}: {item.problem}" for item in error.fields)])
            ) from error
        is_live = live_release() == release
        self.stdout.write(
            f"{release} {'is live' if is_live else 'waits for a second person to approve it'}.".capitalize()
        )
