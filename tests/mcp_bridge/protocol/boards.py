"""Databases of their own for tests whose processes must see the same committed rows."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import connection

from catalog.tools.shipped import load_shipped
from mcp_bridge.snapshot import snapshots
from tests.factories import make_listing, make_places
from tests.mcp_bridge.protocol.web import administer

TITLES = ["Barista", "Barista", "Head Barista", "Night Nurse"]


@contextmanager
def published_board(name: str) -> Iterator[str]:
    """A database with the shipped texts published and four jobs in Austin, committed; gives its name."""
    connection.get_connection_params()  # starts the embedded server, if that is the one in use
    administer("CREATE DATABASE {}", name)
    with pointed_at(name):
        call_command("migrate", verbosity=0, interactive=False)
        make_places()
        load_shipped()
        for title in TITLES:
            make_listing(title=title)
    yield name
    administer("DROP DATABASE {} WITH (FORCE)", name)


@contextmanager
def pointed_at(name: str) -> Iterator[None]:
    """Django's connection leads to the database `name` inside; what this process kept of another is dropped."""
    connection.close()
    before = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = name
    snapshots._kept.clear()
    snapshots.forget()
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before
        snapshots._kept.clear()
        snapshots.forget()
