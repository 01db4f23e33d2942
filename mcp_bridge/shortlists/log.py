"""The log's way to the database: a bounded queue and one thread a process. It never fails and never slows a call.

What the database can't take in time is counted and let go; `/readyz` tells.
"""

import atexit
import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from django.db import DataError, connection

from mcp_bridge.clients.seen import exchange
from mcp_bridge.models import LoggedCall

ROOM = 5_000  # rows that may wait: at 300 calls a second, a database that is away for a quarter of a minute
BATCH = 500
EVERY = 0.5  # seconds

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class LogState:
    """`dropped` counts rows that were let go since the process began."""

    waiting: int
    dropped: int
    is_writing: bool


class CallLog:
    """One a process: `append` from any thread, `start` where a process serves, `flush` to write at once.

    `beside` is what the thread does after each turn; it must not raise."""

    def __init__(self, *, beside: Callable[[], None] = lambda: None) -> None:
        self._beside = beside
        self._rows: deque[LoggedCall] = deque()
        self._dropped = 0
        self._failed = False
        self._lock = threading.Lock()
        self._ending = threading.Event()  # a new one for each thread
        self._thread: threading.Thread | None = None

    def append(self, row: LoggedCall) -> None:
        """Queues a row; the oldest one goes where there is no room."""
        with self._lock:
            if len(self._rows) >= ROOM:
                self._rows.popleft()
                self._dropped += 1
            self._rows.append(row)

    def state(self) -> LogState:
        return LogState(len(self._rows), self._dropped, is_writing=not self._failed)

    def start(self) -> None:
        """Begins to write in the background; does nothing while that goes on."""
        with self._lock:
            if self._thread is None:
                self._ending = threading.Event()
                self._thread = threading.Thread(
                    target=self._write_on, args=(self._ending,), name="call-log", daemon=True
                )
                self._thread.start()
                atexit.register(self.stop)

    def stop(self) -> None:
        """Writes what waits, then ends the thread; `start` may follow."""
        atexit.unregister(self.stop)
        with self._lock:
            thread, self._thread = self._thread, None
            self._ending.set()
        if thread is not None:
            thread.join(timeout=3)

    def flush(self) -> int:
        """Writes all that waits, in batches; returns how many rows. What fails stays for the next time, within its room."""
        written = 0
        while batch := self._taken():
            if not self._wrote(batch):
                break
            written += len(batch)
        return written

    def _taken(self) -> list[LoggedCall]:
        with self._lock:
            return [self._rows.popleft() for _ in range(min(BATCH, len(self._rows)))]

    def _wrote(self, batch: list[LoggedCall]) -> bool:
        try:
            LoggedCall.objects.bulk_create(batch)
        except DataError:
            return self._wrote_what_fits(batch)
        except Exception as error:  # noqa: BLE001 - the edge: calls go on and this thread lives, whatever it is
            self._put_back(batch, error)
            return False
        self._failed = False
        return True

    def _wrote_what_fits(self, batch: list[LoggedCall]) -> bool:
        """A row that no table takes, such as one with a NUL in the name it called, is let go and holds up no other."""
        if len(batch) == 1:
            self._dropped += 1
            return True
        middle = len(batch) // 2
        halves = [self._wrote(half) for half in (batch[:middle], batch[middle:])]
        return all(halves)

    def _put_back(self, batch: list[LoggedCall], error: Exception) -> None:
        if not self._failed:
            logger.warning("The call log can't be written for now: %s", type(error).__name__)
        self._failed = True
        if not connection.in_atomic_block:
            connection.close()
        with self._lock:
            room = max(ROOM - len(self._rows), 0)
            kept = batch[max(len(batch) - room, 0) :]
            self._dropped += len(batch) - len(kept)
            self._rows.extendleft(reversed(kept))

    def _write_on(self, ending: threading.Event) -> None:
        while not ending.wait(EVERY):
            self._write_once()
        self._write_once()
        connection.close()

    def _write_once(self) -> None:
        self.flush()
        try:
            self._beside()
        except Exception as error:  # noqa: BLE001 - the edge of this thread: whatever fails beside the log, the log goes on
            logger.warning("What stands beside the call log failed: %s", type(error).__name__)


call_log = CallLog(beside=exchange)
