"""Celery: a task is a hint, the database is the truth. So a task may come late, twice or never, and no harm is done."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings

from config.broker import SCHEME, queue_options

TICK = "catalog.tasks.dispatch_due_feeds"
TICK_SECONDS = 60
SWEEP = "mcp_bridge.tasks.sweep"
SWEEP_SECONDS = 3600
RECOUNT = "catalog.tasks.recount_words"
RECOUNT_SECONDS = 3600
# Seconds until the task of a killed worker comes back. One that runs longer is handed out a second time, which does no
# harm: the feed's lease turns the second away.
VISIBILITY = 300
REDIS_OPTIONS = {
    "visibility_timeout": VISIBILITY,
    "unacked_restore_interval": 5,  # stock looks every 100 s
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 2,  # stock waits for ever on an address that swallows packets
    "socket_timeout": 5,
    "socket_keepalive": True,
    "health_check_interval": 10,
}


def broker_settings(url: str) -> dict[str, Any]:
    """Celery's settings of the broker at `url`, or of the queue in PostgreSQL if it is empty."""
    if not url:
        options = queue_options(settings.DATABASES["default"], visibility=VISIBILITY)
        return {"broker_url": f"{SCHEME}://localhost", "broker_transport_options": options}
    is_redis = url.startswith(("redis://", "rediss://", "sentinel://"))
    return {"broker_url": url, "broker_transport_options": REDIS_OPTIONS if is_redis else {}}


app = Celery("shortlist")


@setup_logging.connect
def leave_logging_to_django(**_: Any) -> None:
    """A receiver is all it takes: without one Celery would set levels and formats of its own."""


app.conf.update(
    **broker_settings(settings.CELERY_BROKER_URL),
    broker_connection_retry_on_startup=True,
    task_default_queue="shortlist",
    task_ignore_result=True,
    task_acks_late=True,  # a task whose worker was killed comes back
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,  # refreshes are long: what one worker can't start yet, another should
    worker_enable_remote_control=False,  # it would make queues for every worker
    worker_send_task_events=False,
    timezone="UTC",
    beat_schedule={
        "tick": {"task": TICK, "schedule": float(TICK_SECONDS), "options": {"expires": TICK_SECONDS - 5}},
        "sweep": {"task": SWEEP, "schedule": float(SWEEP_SECONDS), "options": {"expires": SWEEP_SECONDS - 60}},
        "recount": {"task": RECOUNT, "schedule": float(RECOUNT_SECONDS), "options": {"expires": RECOUNT_SECONDS - 60}},
    },
)
app.autodiscover_tasks()
