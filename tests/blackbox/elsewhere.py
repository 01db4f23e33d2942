"""A PostgreSQL and a Redis that aren't the product's own: it is told of them by DATABASE_URL and CELERY_BROKER_URL."""

import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest

from config import embedded
from tests.blackbox.product import free_port
from tests.waiting import wait_until


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """The address of an empty database on a server that lives in `folder` until the block ends."""
    where = embedded.ensure(folder)
    embedded.ensure_database(where, "elsewhere")
    try:
        yield f"postgresql://postgres@{quote(str(where), safe='')}:5432/elsewhere"
    finally:
        embedded.leave(folder)


@contextmanager
def redis() -> Iterator[str]:
    """The address of a Redis that keeps nothing and ends with the block."""
    port = free_port()
    program = os.environ.get("REDIS_SERVER") or "redis-server"
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--daemonize", "no"]
    try:
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    except FileNotFoundError:
        pytest.fail("There is no redis-server: install it, or let .ci/redis do so, as `make test` does.")
    with server:
        try:
            wait_until(lambda: _answers(port))
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.kill()


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(7) == b"+PONG\r\n"
    except OSError:
        return False
