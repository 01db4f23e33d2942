"""A worker to be killed: refreshes a feed in a process of its own, announces a point, and waits there for ever.

python -m tests.catalog.feeds.worker DATABASE FEED_ID reading|writing
"""

import os
import sys
import threading
from collections.abc import Sequence

import django


def main(database: str, feed_id: str, point: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")
    django.setup()  # before anything that needs the settings is imported
    from django.db import connections

    from catalog.feeds import refresh

    connections.databases["default"]["NAME"] = database
    if point == "writing":
        refresh.index_listings = _stop_here  # the last transaction: listings are written, nothing is committed
    refresh.refresh_feed(int(feed_id), progress=_stop_here if point == "reading" else None)


def _stop_here(*_: int | Sequence[int]) -> None:
    sys.stdout.write("here\n")
    sys.stdout.flush()
    threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
