"""The product's Celery whose worker stops for ever in every refresh, each at a step of its own, and says so in a file.

STALL_AT='{"feed id": "step"}' STALL_FILE=path celery -A tests.blackbox.stalling worker …
"""

import json
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from celery.signals import task_prerun, worker_ready

from config.celery import app

__all__ = ["app"]

_current = threading.local()


@worker_ready.connect
def _prepare(**_: object) -> None:
    from catalog.feeds import refresh
    from tests.catalog.feeds.worker import POINTS

    steps = json.loads(os.environ.get("STALL_AT") or "{}")
    for step in set(steps.values()):
        name = POINTS[step]
        setattr(refresh, name, _stalling(getattr(refresh, name), {int(feed) for feed in steps if steps[feed] == step}))
    _say("ready")


@task_prerun.connect
def _remember(args: Sequence[Any] = (), **_: object) -> None:
    _current.feed = args[0] if args else None


def _stalling(original: Callable[..., Any], feeds: set[int]) -> Callable[..., Any]:
    def step(*args: Any, **options: Any) -> Any:
        if _current.feed in feeds:
            _say(f"here-{_current.feed}")
            threading.Event().wait()
        return original(*args, **options)

    return step


def _say(word: str) -> None:
    with Path(os.environ["STALL_FILE"]).open("a") as file:
        file.write(f"{word}\n")
