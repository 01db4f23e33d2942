"""Whether a client keeps its list for good: what people marked, else what its host is known for. Asked at every call."""

import time
from dataclasses import dataclass

from mcp_bridge.clients.hosts import host_of
from mcp_bridge.models import ClientMark

FRESH_FOR = 10.0  # seconds until a mark made by another process counts here


@dataclass(frozen=True)
class Habit:
    """`release`: the one whose list a freezing client holds, where somebody has said so."""

    freezes: bool
    release: int | None = None
    is_marked: bool = False


class Marks:
    """One a process. `habit_of` never asks the database; `refresh` does, off the hot path."""

    def __init__(self) -> None:
        self._marked: dict[str, Habit] = {}
        self._read_at = 0.0

    def habit_of(self, client: str) -> Habit:
        return self._marked.get(client) or Habit(host_of(client).freezes)

    def refresh(self) -> None:
        """Reads all marks; one query."""
        rows = ClientMark.objects.values_list("client", "freezes", "release")
        self._marked = {client: Habit(freezes, release, is_marked=True) for client, freezes, release in rows}
        self._read_at = time.monotonic()

    def refresh_if_old(self) -> None:
        if time.monotonic() - self._read_at >= FRESH_FOR:
            self.refresh()


marks = Marks()
