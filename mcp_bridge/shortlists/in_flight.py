"""Identical calls that are in flight at once are computed once; whoever comes later gets the same answer."""

import threading
from collections.abc import Callable
from concurrent.futures import Future


class InFlight[T]:
    """Holds what is being computed in this process, and nothing once it is done."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: dict[str, Future[T]] = {}

    def run(self, key: str, compute: Callable[[], T], *, patience: float) -> T:
        """The result of `compute`, or of the same computation that is under way; TimeoutError after `patience` seconds."""
        with self._lock:
            running = self._running.get(key)
            mine = None if running else self._running.setdefault(key, Future())
        if mine is None:
            assert running is not None  # noqa: S101 - one of the two is set under the lock
            return running.result(timeout=patience)
        return self._compute(key, mine, compute)

    def _compute(self, key: str, mine: Future[T], compute: Callable[[], T]) -> T:
        try:
            mine.set_result(compute())
        except BaseException as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it too
            mine.set_exception(error)
        finally:
            with self._lock:
                del self._running[key]
        return mine.result()
