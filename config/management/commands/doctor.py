import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from config.doctor import State, examine
from mcp_bridge.clients.handshake import ERAS, shake_hands


class Command(BaseCommand):
    help = "Tells what works and what doesn't, from the database to the address. Ends with 1 if anything is wrong."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--connect", metavar="URL", help="say hello to this endpoint instead, in both eras of MCP")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["connect"]:
            self._say_hello(options["connect"])
            return
        connection.settings_dict["OPTIONS"].pop("pool", None)  # a pool would wait for a database that is away
        style = {State.OK: self.style.SUCCESS, State.CAREFUL: self.style.WARNING, State.WRONG: self.style.ERROR}
        states = set()
        for finding in examine():
            states.add(finding.state)
            self.stdout.write(f"{style[finding.state](f'{finding.state:8}')} {finding.subject}: {finding.text}")
        if State.WRONG in states:
            sys.exit(1)

    def _say_hello(self, url: str) -> None:
        """A line for each exchange, and ends with 1 where one of them went wrong."""
        is_well = True
        for era in ERAS:
            for exchange in shake_hands(url, era):
                is_well = is_well and not exchange.problem
                style = self.style.ERROR if exchange.problem else self.style.SUCCESS
                told = exchange.problem or exchange.summary
                self.stdout.write(f"{era}  {exchange.method}: {style(told)} ({exchange.milliseconds:.0f} ms)")
        if not is_well:
            sys.exit(1)
