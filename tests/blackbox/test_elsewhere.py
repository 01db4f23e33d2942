"""Workers that are killed, doubled and told twice, on a PostgreSQL and a Redis that the product was only told of."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from celery import Celery

from config.celery import TICK
from config.env import BASE_DIR
from tests.blackbox.elsewhere import postgresql, redis
from tests.blackbox.product import environment
from tests.catalog.feeds.documents import indeed, jobs
from tests.catalog.feeds.server import publishing
from tests.waiting import wait_until

pytestmark = pytest.mark.blackbox
POSTINGS = 1_200
STEPS = ("fetching", "staging", "judging", "writing", "committed")
WORKER = ["worker", "--pool=threads", "--concurrency=5", "--without-gossip", "--without-mingle", "--without-heartbeat"]
FEEDS = """
from django.utils import timezone
from datetime import timedelta
from catalog.models import Feed
for name in {names}:
    mapping = {{"fields": {{"company": []}}}}  # an employer of its own: who adds one lets others wait who add the same
    due = timezone.now() + timedelta(minutes=50)
    Feed.objects.create(slug=name, name=name, url={url!r}, preset="indeed-xml", mapping=mapping, next_run_at=due)
"""
LISTINGS = """
SELECT count(*), count(DISTINCT (feed_id, external_id)), (SELECT count(*) FROM catalog_jobsearch) FROM catalog_joblisting
WHERE status = 'active'
"""
RUNS = "SELECT feed.slug, run.state FROM catalog_feedrun run JOIN catalog_feed feed ON feed.id = run.feed_id"
STAGES = "SELECT count(*) FROM pg_tables WHERE tablename LIKE 'catalog_feedstage%'"


@dataclass(frozen=True)
class Board:
    """A board without its own web server: a database, a broker, and workers as they are needed."""

    folder: Path
    database: str
    broker: str

    @property
    def variables(self) -> dict[str, str]:
        return environment(
            VAR_DIR=str(self.folder), DATABASE_URL=self.database, CELERY_BROKER_URL=self.broker, LOAD_DEMO="0"
        )

    def manage(self, *words: str) -> None:
        subprocess.run([sys.executable, "manage.py", *words], cwd=BASE_DIR, env=self.variables, check=True)

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.database) as connection:
            return connection.execute(sql.encode()).fetchall()

    def send(self, task: str, *arguments: object) -> None:
        with Celery(broker=self.broker, set_as_current=False) as app:
            app.send_task(task, arguments, queue="shortlist")

    @contextmanager
    def worker(self, name: str, *, stalls_at: str = "") -> Iterator["Worker"]:
        """A worker that is ready; killed without warning in the end."""
        told = self.folder / f"{name}.told"
        variables = {**self.variables, "STALL_AT": stalls_at, "STALL_FILE": str(told)}
        command = [sys.executable, "-m", "celery", "-A", "tests.blackbox.stalling", *WORKER]
        with (
            (self.folder / f"{name}.log").open("wb") as log,
            subprocess.Popen(command, cwd=BASE_DIR, env=variables, stdout=log, stderr=log) as process,
        ):
            worker = Worker(told)
            try:
                wait_until(lambda: worker.says("ready") or process.poll() is not None, seconds=120)
                assert process.poll() is None, log.name
                yield worker
            finally:
                process.kill()


@dataclass(frozen=True)
class Worker:
    told: Path

    def says(self, word: str) -> bool:
        return self.told.exists() and word in self.told.read_text().split()


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    with ExitStack() as stack:
        database, broker = stack.enter_context(postgresql(tmp_path / "pg")), stack.enter_context(redis())
        yield Board(tmp_path, database, broker)


@pytest.mark.promise("FEED-3", "FEED-4", "FEED-14", "FEED-22")
def test_refreshes_killed_at_five_steps_two_workers_and_two_ticks_lose_nothing_and_double_nothing(board: Board) -> None:
    board.manage("migrate", "-v0")
    with publishing() as publisher:
        publisher.body = indeed(jobs(POSTINGS))
        board.manage("shell", "-v0", "-c", FEEDS.format(names=STEPS, url=publisher.url))
        steps = {str(feed): slug for slug, feed in board.rows("SELECT slug, id FROM catalog_feed")}
        with board.worker("killed", stalls_at=json.dumps(steps)) as worker:
            for feed in steps:
                board.send("catalog.tasks.refresh_feed", int(feed))
            wait_until(lambda: all(worker.says(f"here-{feed}") for feed in steps), seconds=120)
        due = board.rows("UPDATE catalog_feed SET next_run_at = now() WHERE slug <> 'committed' RETURNING slug")
        assert len(due) == len(STEPS) - 1
        with board.worker("one"), board.worker("two"):
            for _ in range(2):
                board.send(TICK)
            wait_until(
                lambda: (
                    board.rows("SELECT bool_and(lease_run IS NULL AND last_success_at IS NOT NULL) FROM catalog_feed")
                    == [(True,)]
                ),
                seconds=240,
            )
            wait_until(lambda: board.rows(STAGES) == [(0,)])
            board.send(TICK)  # nothing is due any more
    whole = len(STEPS) * POSTINGS
    assert board.rows(LISTINGS) == [(whole, whole, whole)]
    killed = {(step, "lost"): 1 for step in STEPS if step != "committed"}
    assert Counter(board.rows(RUNS)) == Counter({(step, "done"): 1 for step in STEPS} | killed)
