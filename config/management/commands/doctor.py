import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from config.doctor import State, examine


class Command(BaseCommand):
    help = "Tells what works and what doesn't, from the database to the address. Ends with 1 if anything is wrong."
    requires_system_checks = []
    requires_migrations_checks = False

    def handle(self, *args: Any, **_: Any) -> None:
        connection.settings_dict["OPTIONS"].pop("pool", None)  # a pool would wait for a database that is away
        style = {State.OK: self.style.SUCCESS, State.CAREFUL: self.style.WARNING, State.WRONG: self.style.ERROR}
        states = set()
        for finding in examine():
            states.add(finding.state)
            self.stdout.write(f"{style[finding.state](f'{finding.state:8}')} {finding.subject}: {finding.text}")
        if State.WRONG in states:
            sys.exit(1)
