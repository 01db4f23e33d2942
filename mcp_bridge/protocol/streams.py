"""The event streams that are open in this process: counted, capped, and ended together when the process stops."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mcp_bridge.protocol.refusals import too_many_streams

MOST = 200
MOST_PER_CLIENT = 50  # by address: the users of one chat app come from a few


class OpenStreams:
    """Streams of both eras share the caps; each brings the function that ends it."""

    def __init__(self, *, most: int = MOST, most_per_client: int = MOST_PER_CLIENT) -> None:
        self._most = most
        self._most_per_client = most_per_client
        self._ends: dict[object, Callable[[], None]] = {}
        self._by_client: Counter[str] = Counter()
        self._closed = False

    def __len__(self) -> int:
        return len(self._ends)

    @contextmanager
    def admitted(self, client: str, end: Callable[[], None]) -> Iterator[None]:
        """Counts a stream while it is open; refuses it over the caps. An empty `client` counts to the total alone."""
        if self._closed or len(self) >= self._most or (client and self._by_client[client] >= self._most_per_client):
            raise too_many_streams()
        key = object()
        self._ends[key] = end
        self._by_client[client] += 1
        try:
            yield
        finally:
            del self._ends[key]
            self._by_client[client] -= 1
            if not self._by_client[client]:
                del self._by_client[client]

    def close(self) -> None:
        """Ends every stream and admits no more."""
        self._closed = True
        for end in list(self._ends.values()):
            end()
