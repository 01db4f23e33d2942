"""A committed database of this package's own, and two web processes on it that share nothing else but the key."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from catalog.models import JobListing
from tests.mcp_bridge.protocol.boards import pointed_at, published_board
from tests.mcp_bridge.protocol.web import Web, serving


@pytest.fixture(scope="session")
def mcp_database(django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    with django_db_blocker.unblock(), published_board(f"test_mcp_{os.getpid()}") as name:
        yield name


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
