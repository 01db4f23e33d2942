"""`manage.py forget PRINCIPAL`: deletes all that is kept of one person."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalog.errors import ShortlistError
from mcp_bridge.shortlists.forget import forget


class Command(BaseCommand):
    help = "Deletes the shortlists and logged calls of one person, and says how many there were."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "principal", metavar="PRINCIPAL", help="a pseudonym (openai-…, user-…), or kind:value (openai:abc)"
        )

    def handle(self, *args: Any, principal: str, **options: Any) -> None:
        try:
            gone = forget(principal)
        except ShortlistError as error:
            raise CommandError(str(error)) from error
        counts = f"{_counted(gone.shortlists, 'shortlist')} and {_counted(gone.calls, 'call')}"
        self.stdout.write(f"Forgot {gone.pseudonym}: {counts}.")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
