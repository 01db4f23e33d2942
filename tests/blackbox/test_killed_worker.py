"""The product's own worker is killed while it refreshes a feed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from config.celery import TICK
from config.env import BASE_DIR
from tests.blackbox.product import Product, environment, started
from tests.catalog.feeds.documents import indeed, jobs
from tests.catalog.feeds.server import Publisher, publishing
from tests.waiting import processes, wait_until

pytestmark = pytest.mark.blackbox
POSTINGS = 5_000
OUTCOME = """
SELECT json_build_object(
  'runs', (SELECT json_agg(state ORDER BY started_at) FROM catalog_feedrun),
  'listings', (SELECT count(DISTINCT external_id) FROM catalog_joblisting WHERE status = 'active'),
  'rows', (SELECT count(*) FROM catalog_joblisting),
  'searchable', (SELECT count(*) FROM catalog_jobsearch),
  'staging tables', (SELECT count(*) FROM pg_tables WHERE tablename LIKE 'catalog_feedstage%'))
"""

# A run drops its staging table right after the transaction that tells of its success.
IS_OVER = """
SELECT last_success_at IS NOT NULL AND NOT EXISTS (
  SELECT FROM pg_tables JOIN catalog_feedrun run ON tablename LIKE '%' || replace(run.id::text, '-', '') WHERE run.state = 'done'
) FROM catalog_feed
"""


def add_feed(product: Product, publisher: Publisher) -> None:
    """A feed that is due at once, and the tick that finds it."""
    feed = f"slug='blue-door', name='Blue Door', url={publisher.url!r}, preset='indeed-xml'"
    code = f"from catalog.models import Feed; Feed.objects.create({feed})"
    for command in (["manage.py", "shell", "-v0", "-c", code], ["-m", "celery", "-A", "config", "call", TICK]):
        variables = environment(VAR_DIR=str(product.var_dir))
        subprocess.run([sys.executable, *command], cwd=BASE_DIR, env=variables, check=True)


def is_reading(product: Product) -> bool:
    return bool(product.query("SELECT count(*) FROM catalog_feedrun WHERE state = 'running' AND read > 0"))


@pytest.mark.promise("FEED-3", "RUN-7")
def test_a_refresh_whose_worker_was_killed_is_completed_after_the_next_start(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    with publishing() as publisher:
        publisher.body = indeed(jobs(POSTINGS))
        with started(folder, LOAD_DEMO="0") as first:
            add_feed(first, publisher)
            wait_until(lambda: is_reading(first), seconds=60)
            (worker,) = (it for it in processes(" worker --pool") if it in first.leftovers())
            os.kill(worker, signal.SIGKILL)
            assert first.process.wait(15) == 1
        with started(folder, LOAD_DEMO="0") as second:
            wait_until(lambda: second.query(IS_OVER), seconds=60)
            assert second.query(OUTCOME) == {
                "runs": ["lost", "done"],
                "listings": POSTINGS,
                "rows": POSTINGS,
                "searchable": POSTINGS,
                "staging tables": 0,
            }
