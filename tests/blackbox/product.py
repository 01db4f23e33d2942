"""The product as a newcomer starts it: one process to talk to, a folder of its own, a free port."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from config import embedded
from config.env import BASE_DIR
from tests.waiting import processes, wait_until

UP = (sys.executable, "manage.py", "up")
START_SECONDS = 60.0
DEMO_SECONDS = 120.0
DEMO_IS_IN = """
SELECT (SELECT count(*) > 0 AND bool_and(last_success_at IS NOT NULL) FROM catalog_feed)
   AND NOT EXISTS (SELECT FROM catalog_feedrun WHERE state = 'running')
"""
OURS = {
    "DATABASE_URL",
    "CELERY_BROKER_URL",
    "PUBLIC_URL",
    "HOST",
    "SECRET_KEY",
    "DEBUG",
    "DJANGO_SETTINGS_MODULE",
    "MAKELEVEL",
}


@dataclass(frozen=True)
class Product:
    """A running Shortlist: where it answers, how to sign in, where its data is."""

    url: str
    var_dir: Path
    process: "subprocess.Popen[bytes]"
    log: Path

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    @property
    def password(self) -> str:
        """The generated password of `admin`."""
        return (self.var_dir / "admin-password").read_text().strip()

    @property
    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def says(self, pattern: str) -> bool:
        """Whether a line of the output matches; fails the test if the product has ended meanwhile."""
        assert self.process.poll() is None, self.output
        return re.search(pattern, self.output) is not None

    def query(self, sql: str) -> object:
        """The first field of the first row that the product's own database answers."""
        where = str(embedded.socket_dir(self.var_dir / "pg"))
        with psycopg.connect(host=where, port=5432, user="postgres", dbname="shortlist") as connection:
            row = connection.execute(sql.encode()).fetchone()
            return row and row[0]

    def stop(self, way: signal.Signals = signal.SIGTERM) -> int:
        """Asks it to end and returns its exit code."""
        self.process.send_signal(way)
        return self.process.wait(15)

    def leftovers(self) -> list[int]:
        """The processes that belong to it and still run: those that carry its VAR_DIR, or name it."""
        return processes(str(self.var_dir), also_in="environ")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def environment(**mine: str) -> dict[str, str]:
    """This environment without what would change the product's behaviour, and with `mine`."""
    return {name: value for name, value in os.environ.items() if name not in OURS} | mine


@contextmanager
def started(
    var_dir: Path, *, command: Sequence[str] = UP, folder: Path = BASE_DIR, seconds: float = START_SECONDS, **mine: str
) -> Iterator[Product]:
    """Starts the product, waits until it says that it is ready, and leaves nothing of it behind."""
    port = int(mine.get("PORT") or free_port())
    log = var_dir.with_name(f"{var_dir.name}.{port}.log")
    variables = environment(VAR_DIR=str(var_dir), PORT=str(port)) | mine
    with (
        log.open("wb") as out,
        subprocess.Popen(command, cwd=folder, env=variables, stdout=out, stderr=out, start_new_session=True) as process,
    ):
        product = Product(f"http://localhost:{port}", var_dir, process, log)
        try:
            wait_until(lambda: product.says("up +Shortlist is ready:"), seconds=seconds)
            yield product
        finally:
            _end(product)


def wait_for_demo(product: Product) -> None:
    """Until every feed of the demo board has been fetched by the worker."""
    wait_until(lambda: product.says("") and product.query(DEMO_IS_IN), seconds=DEMO_SECONDS)


def _end(product: Product) -> None:
    if product.process.poll() is None:
        product.stop()
    wait_until(lambda: not product.leftovers())
