"""The queue in PostgreSQL, with real workers and producers."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from kombu import Connection, Queue
from psycopg.conninfo import conninfo_to_dict

from catalog.errors import ShortlistError
from config import broker, embedded
from config.env import BASE_DIR
from tests.waiting import wait_until

WORKER = ["worker", "--concurrency=2", "--without-gossip", "--without-mingle", "--without-heartbeat"]
SEND = "import sys; from tests.config.queue_app import app; app.send_task(sys.argv[1], sys.argv[2:])"


@pytest.fixture(scope="module")
def var_dir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("queue")
    embedded.ensure(path / "pg")
    yield path
    embedded.leave(path / "pg")


@pytest.fixture
def database(var_dir: Path) -> dict[str, Any]:
    """The embedded server as if DATABASE_URL named it."""
    where = embedded.ensure(var_dir / "pg")
    embedded.ensure_database(where, "elsewhere")
    return {"HOST": str(where), "PORT": 5432, "NAME": "elsewhere", "USER": "postgres"}


def environment(var_dir: Path) -> dict[str, str]:
    mine = {"VAR_DIR": str(var_dir), "DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": ""}
    return os.environ | mine | {"CELERY_BROKER_URL": ""}


@contextmanager
def worker(var_dir: Path, pool: str = "threads") -> Iterator["subprocess.Popen[bytes]"]:
    command = [sys.executable, "-m", "celery", "-A", "tests.config.queue_app", *WORKER, f"--pool={pool}"]
    with (
        (var_dir / "worker.log").open("ab") as log,
        subprocess.Popen(command, cwd=BASE_DIR, env=environment(var_dir), stdout=log, stderr=log) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


def send(var_dir: Path, *task: str) -> float:
    """Sends from a process of its own; returns how long that lived, in seconds."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", SEND, *task], cwd=BASE_DIR, env=environment(var_dir), check=True)
    return time.monotonic() - began


def lines(path: Path) -> list[str]:
    return path.read_text().split() if path.exists() else []


@pytest.mark.promise("RUN-3")
@pytest.mark.parametrize("pool", ["threads", "prefork"])
def test_a_task_reaches_a_real_worker_which_stops_when_asked(var_dir: Path, tmp_path: Path, pool: str) -> None:
    path = tmp_path / "out"
    with worker(var_dir, pool) as process:
        send(var_dir, "tests.write", str(path), "hello")
        wait_until(lambda: lines(path) == ["hello"])
        process.send_signal(signal.SIGTERM)
        assert process.wait(8) == 0


def test_a_producer_ends_as_soon_as_it_has_sent(var_dir: Path, tmp_path: Path) -> None:
    assert send(var_dir, "tests.nobody_runs_this", str(tmp_path)) < 8


@pytest.mark.promise("RUN-4")
def test_a_task_whose_worker_was_killed_comes_back_and_runs(var_dir: Path, tmp_path: Path) -> None:
    path = tmp_path / "out"
    send(var_dir, "tests.stall_once", str(path))
    with worker(var_dir) as first:
        wait_until(lambda: lines(path) == ["taken"])
        first.kill()
    with worker(var_dir):
        wait_until(lambda: lines(path) == ["taken", "taken", "done"], seconds=60)


def test_a_queue_beside_a_given_database_lives_in_a_schema_of_its_own(database: dict[str, Any]) -> None:
    options = broker.queue_options(database, visibility=300)
    broker.prepare_queue(options)
    broker.prepare_queue(options)
    with psycopg.connect(options["conninfo"]) as connection:
        found = connection.execute("SELECT current_database(), to_regclass('pgmq.meta')::text").fetchone()
    assert found == ("elsewhere", "pgmq.meta")


def test_a_user_who_may_not_make_the_schema_is_told_what_to_do(database: dict[str, Any]) -> None:
    where = Path(database["HOST"])
    embedded.ensure_database(where, "closed")
    with psycopg.connect(host=str(where), port=5432, user="postgres", dbname="closed", autocommit=True) as connection:
        connection.execute("CREATE ROLE plain LOGIN")
    closed = broker.queue_options(database | {"NAME": "closed", "USER": "plain"}, visibility=300)
    with pytest.raises(ShortlistError) as caught:
        broker.prepare_queue(closed)
    assert str(caught.value) == (
        "The user of DATABASE_URL may not create the schema that holds Shortlist's queue. "
        "Grant it CREATE on the database, or set CELERY_BROKER_URL to a Redis or RabbitMQ."
    )


def test_the_queue_keeps_every_part_of_the_databases_address() -> None:
    address = {
        "HOST": "db.example",
        "PORT": 6432,
        "NAME": "board",
        "USER": "o'brien",
        "PASSWORD": "two words",
        "OPTIONS": {"sslmode": "require", "pool": {"min_size": 1}},
    }
    assert conninfo_to_dict(broker.conninfo(address, name="board")) == {
        "host": "db.example",
        "port": "6432",
        "dbname": "board",
        "user": "o'brien",
        "password": "two words",
        "sslmode": "require",
    }


@pytest.mark.promise("RUN-16")
@pytest.mark.filterwarnings("ignore:list_queues:UserWarning")  # kombu mutes it, in a way that several threads undo
def test_processes_that_declare_the_queue_at_the_same_moment_all_live(database: dict[str, Any]) -> None:
    """Worker and beat start together, and each declares the queue."""
    callers, rounds = 6, 5
    together = threading.Barrier(callers)

    def declare(_: int) -> None:
        options = broker.queue_options(database, visibility=60)
        for _ in range(rounds):
            together.wait(60)
            with Connection(f"{broker.SCHEME}://localhost", transport_options=options) as connection:
                Queue("declared-at-once").declare(channel=connection.default_channel)

    with ThreadPoolExecutor(callers) as pool:
        assert list(pool.map(declare, range(callers))) == [None] * callers
