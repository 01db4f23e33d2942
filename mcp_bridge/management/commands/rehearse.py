"""`manage.py rehearse`: plays the two reference conversations and says whether they reach their end."""

import json
from argparse import ArgumentParser
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from asgiref.sync import async_to_sync
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from catalog.errors import ShortlistError
from mcp_bridge.rehearsal.rehearse import Era, Rehearsal, rehearse
from mcp_bridge.rehearsal.transcript import as_json, comparison, transcript


class Command(BaseCommand):
    help = "Plays two conversations through the MCP endpoint with a driver that does only what the directions tell it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--url", default=f"{settings.PUBLIC_URL}/mcp", help="the endpoint (default: this board's)")
        parser.add_argument("--era", choices=["auto", "legacy"], default="auto", help="the protocol to speak")
        parser.add_argument(
            "--naive", action="store_true", help="play them also where the search itself shows a widget, and compare"
        )
        parser.add_argument("--json", action="store_true", dest="as_json", help="everything, as one JSON object")

    def handle(self, *args: Any, url: str, era: Era, naive: bool, as_json: bool, **options: Any) -> None:
        try:
            with redirect_stdout(StringIO()):  # the naive catalogue runs in here: its call lines are no transcript
                rehearsal = async_to_sync(rehearse)(url, era=era, with_naive=naive)
        except ShortlistError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_as_json(rehearsal) if as_json else "\n".join(_as_text(rehearsal)))
        if rehearsal.missing:
            raise CommandError(f"Not every conversation reached its end. {' '.join(rehearsal.missing)}")


def _as_json(rehearsal: Rehearsal) -> str:
    whole = {name: [as_json(each) for each in getattr(rehearsal, name)] for name in ("played", "naive")}
    return json.dumps(whole, ensure_ascii=False, indent=2)


def _as_text(rehearsal: Rehearsal) -> list[str]:
    lines = [line for each in rehearsal.played for line in (*transcript(each), "")]
    if rehearsal.naive:
        lines += ["", "The same where each search shows a widget by itself", ""]
        lines += [line for each in rehearsal.naive for line in (*transcript(each), "")]
        lines += comparison(rehearsal.played, rehearsal.naive)
    return lines
