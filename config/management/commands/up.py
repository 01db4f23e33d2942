"""`manage.py up`: everything on this machine – database, web, worker and beat – and one Ctrl-C for all of it."""

import asyncio
import os
import signal
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from catalog.errors import ShortlistError
from config import embedded, preflight, startup
from config.supervisor import end_with_parent, say, supervise


class Command(BaseCommand):
    help = "Starts Shortlist: database, migrations, first set-up, web, worker and beat. Ctrl-C stops all of it."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--with-parent", action="store_true", help="stop too if the calling process is killed")

    def handle(self, *args: Any, with_parent: bool, **options: Any) -> None:
        if with_parent:
            end_with_parent(os.getppid())
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # until the supervisor listens: as if by Ctrl-C
        try:
            code = _run()
        except KeyboardInterrupt:
            code = 0
        except ShortlistError as error:
            raise SystemExit(str(error)) from None
        sys.exit(code)


def _run() -> int:
    folder = preflight.claim_folder(settings.VAR_DIR)
    preflight.refuse_taken_port(settings.ENV.host, settings.ENV.port)
    try:
        password = startup.prepare()
        code = asyncio.run(supervise(startup.programs(), meanwhile=startup.look_after(password), inherit=[folder]))
    finally:
        if data := startup.cluster():
            embedded.leave(data)
    say("up", "Stopped.")
    return code
