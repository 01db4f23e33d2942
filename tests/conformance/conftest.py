"""A board of this package's own, served twice: as the product is, and with the fixture on board."""

import os
from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.mcp_bridge.protocol.boards import published_board
from tests.mcp_bridge.protocol.web import Web, serving
from tests.node.tooling import ready


@pytest.fixture(scope="session", autouse=True)
def _tooling() -> None:
    ready()


@pytest.fixture(scope="session")
def board_database(django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    with django_db_blocker.unblock(), published_board(f"test_conformance_{os.getpid()}") as name:
        yield name


@pytest.fixture(scope="session")
def product(board_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with serving(board_database, tmp_path_factory.mktemp("product")) as running:
        yield running


@pytest.fixture(scope="session")
def equipped(board_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    command = ("-m", "tests.conformance.fixture")
    with serving(board_database, tmp_path_factory.mktemp("equipped"), command=command) as running:
        yield running
