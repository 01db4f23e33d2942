"""A committed database of this package's own, and two web processes on it that share nothing else but the key."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import DjangoDbBlocker

from catalog.models import JobListing
from catalog.tools.shipped import load_shipped
from mcp_bridge.snapshot import snapshots
from tests.factories import make_listing, make_places
from tests.mcp_bridge.protocol.web import Web, administer, serving

TITLES = ["Barista", "Barista", "Head Barista", "Night Nurse"]


@pytest.fixture(scope="session")
def mcp_database(django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The name of a database with the shipped texts published and four jobs in Austin, committed."""
    name = f"test_mcp_{os.getpid()}"
    with django_db_blocker.unblock():
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


@pytest.fixture
def rows(mcp_database: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The ORM of this test works on the package's database; what it writes stays."""
    with django_db_blocker.unblock(), pointed_at(mcp_database):
        yield


@pytest.fixture
def job_ids(rows: None) -> list[str]:
    return [str(pk) for pk in JobListing.objects.order_by("pk").values_list("public_id", flat=True)]


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("web")


@pytest.fixture(scope="session")
def web(mcp_database: str, shared_folder: Path) -> Iterator[Web]:
    with serving(mcp_database, shared_folder) as running:
        yield running


@pytest.fixture(scope="session")
def other_web(mcp_database: str, shared_folder: Path, web: Web) -> Iterator[Web]:
    with serving(mcp_database, shared_folder) as running:
        yield running


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
