"""A database that neither answers nor refuses: one asks it for all, and the others hear at once what came of that."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import InterfaceError, OperationalError

SLOW = 1.0  # seconds; a failure that took longer was silence, a quicker one costs nothing to try again
PATIENCE = 3.0  # seconds that somebody waits for a turn
BELIEVED_FOR = 2.0  # seconds for which silence is taken for granted


class Turns:
    """Held by whoever asks; who comes meanwhile waits, and fails at once where the one before met silence."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._silent_until = 0.0

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Raises OperationalError where the database is silent."""
        if not self._lock.acquire(timeout=PATIENCE):
            raise OperationalError("somebody has been waiting for the database for seconds")
        try:
            if time.monotonic() < self._silent_until:
                raise OperationalError("the database was silent a moment ago")
            with self._told():
                yield
        finally:
            self._lock.release()

    @contextmanager
    def _told(self) -> Iterator[None]:
        began = time.monotonic()
        try:
            yield
        except (OperationalError, InterfaceError):
            ended = time.monotonic()
            self._silent_until = ended + BELIEVED_FOR if ended - began > SLOW else 0.0
            raise
