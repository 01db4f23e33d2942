"""Celery's tasks of this room: hints, like all of them. What is past its time, the database knows."""

import logging

from celery import shared_task
from django.utils import timezone

from mcp_bridge.shortlists.sweep import sweep as sweep_now

logger = logging.getLogger(__name__)


@shared_task(name="mcp_bridge.tasks.sweep")
def sweep() -> None:
    """Deletes what has expired; once an hour."""
    swept = sweep_now(now=timezone.now())
    logger.info("sweep: %s shortlists, %s calls and %s feed runs deleted", swept.shortlists, swept.calls, swept.runs)
