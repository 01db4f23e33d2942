"""The bench's own PostgreSQL: the product's embedded one, with the memory that a board of a million should have."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management import call_command
from django.db import connection, connections

from config import embedded

# More memory as docs/performance.md advises; the rest fills the tables faster, and may lose them in a crash.
_SETTINGS = {
    "shared_buffers": "1GB",
    "fsync": "off",
    "synchronous_commit": "off",
    "max_wal_size": "16GB",
    "checkpoint_timeout": "1h",
    "autovacuum": "off",
}


@contextmanager
def database(folder: Path) -> Iterator[None]:
    """An empty board in `folder`; its server ends with the block."""
    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        for name, value in _SETTINGS.items():
            cursor.execute(f"ALTER SYSTEM SET {name} = '{value}'")
    _leave(folder)
    embedded.ensure(folder / "pg")
    try:
        yield
    finally:
        _leave(folder)


def _leave(folder: Path) -> None:
    connections.close_all()
    connection.close_pool()
    embedded.leave(folder / "pg")
