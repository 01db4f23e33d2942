"""A process's own copy of a small table that staff edit."""

import time
from collections.abc import Callable

FRESH_FOR = 10.0  # seconds that a process goes without looking whether the table changed


class Kept[T]:
    """What `read` gave, at most ten seconds ago."""

    def __init__(self, read: Callable[[], T]) -> None:
        self._read = read
        self._value: T | None = None
        self._read_at = float("-inf")

    def current(self) -> T:
        """At most one reading in ten seconds."""
        if self._value is None or time.monotonic() - self._read_at > FRESH_FOR:
            self._value, self._read_at = self._read(), time.monotonic()
        return self._value

    def forget(self) -> None:
        """Makes the next use read the table."""
        self._read_at = float("-inf")
