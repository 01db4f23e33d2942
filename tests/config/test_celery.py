"""Which broker Celery uses, and what a lost worker costs."""

from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError

from config.celery import TICK, app, broker_settings
from config.postgresql.base import DatabaseWrapper


def test_without_a_broker_the_queue_is_in_postgresql() -> None:
    found = broker_settings("")
    assert found["broker_url"] == "postgresqueue://localhost"
    assert "dbname=queue" in found["broker_transport_options"]["conninfo"]


@pytest.mark.parametrize("url", ["redis://cache.example/0", "rediss://cache.example/0"])
def test_redis_brings_a_lost_task_back_within_minutes_and_never_waits_for_ever(url: str) -> None:
    options = broker_settings(url)["broker_transport_options"]
    assert options["visibility_timeout"] + options["unacked_restore_interval"] <= 305
    assert 0 < options["socket_connect_timeout"] <= options["socket_timeout"] <= 5


def test_rabbitmq_needs_no_options() -> None:
    url = "amqp://user@rabbit.example//"
    assert broker_settings(url) == {"broker_url": url, "broker_transport_options": {}}


def test_a_task_is_acknowledged_after_it_ran() -> None:
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost


def test_one_tick_a_minute_looks_for_due_feeds_and_a_stale_one_is_dropped() -> None:
    assert app.conf.beat_schedule["tick"] == {"task": TICK, "schedule": 60.0, "options": {"expires": 55}}


def test_a_database_that_cannot_start_is_an_ordinary_database_error(tmp_path: Path) -> None:
    cluster = tmp_path / "var" / "pg"
    settings: dict[str, Any] = {"CLUSTER": str(cluster), "NAME": "shortlist", "OPTIONS": {}, "TIME_ZONE": None}
    cluster.parent.mkdir()
    cluster.write_text("not a folder")
    with pytest.raises(OperationalError, match="PostgreSQL did not start"):
        DatabaseWrapper(settings).get_connection_params()
