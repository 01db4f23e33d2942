"""A worker to be killed: refreshes a feed in a process of its own, announces a point, and waits there for ever.

python -m tests.catalog.feeds.worker DATABASE FEED_ID POINT
"""

import os
import sys
import threading
from collections.abc import Callable
from typing import Any

import django

# Where a run can be stopped, in order: the step of `catalog.feeds.refresh` that it never comes back from.
POINTS = {
    "fetching": "fetch_copy",
    "reading": "",
    "staging": "completed_records",  # the staging table is there, and empty
    "judging": "judge",  # everything is staged, the last transaction has begun
    "writing": "index_listings",  # listings are written, nothing is committed
    "committed": "_tidy_search_index",
}


def main(database: str, feed_id: str, point: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")
    django.setup()  # before anything that needs the settings is imported
    from django.db import connections

    from catalog.feeds.refresh import refresh_feed

    connections.databases["default"]["NAME"] = database
    stop_at(point, _say_here)
    refresh_feed(int(feed_id), progress=_say_here if point == "reading" else None)


def stop_at(point: str, announce: Callable[..., Any]) -> None:
    """Puts `announce` in the place of that step, for the rest of this process."""
    from catalog.feeds import refresh

    if POINTS[point]:
        setattr(refresh, POINTS[point], announce)


def _say_here(*_: object, **__: object) -> None:
    sys.stdout.write("here\n")
    sys.stdout.flush()
    threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
