"""The event streams that are open in this process: counted, capped, and ended together when the process stops."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from mcp_bridge.metrics import stream_closed, stream_opened
from mcp_bridge.protocol.refusals import refused

MOST = 200
MOST_PER_ADDRESS = 50  # the users of one chat app come from a few
MOST_PER_SESSION = 4  # a client that forgets its streams takes none from others at its address


@dataclass(frozen=True)
class StreamClient:
    """Who opens a stream, as far as we know: either may be empty. `session` is the nonce of a signed session id."""

    address: str
    session: str = ""

    @property
    def caps(self) -> dict[str, int]:
        """How many streams each of its names may have."""
        known = (("address", self.address, MOST_PER_ADDRESS), ("session", self.session, MOST_PER_SESSION))
        return {f"{kind} {name}": most for kind, name, most in known if name}


class OpenStreams:
    """Streams of both eras share the caps; each brings the function that ends it."""

    def __init__(self) -> None:
        self._ends: dict[object, Callable[[], None]] = {}
        self._held: Counter[str] = Counter()
        self._closed = False

    def __len__(self) -> int:
        return len(self._ends)

    @contextmanager
    def admitted(self, client: StreamClient, end: Callable[[], None]) -> Iterator[None]:
        """Counts a stream while it is open; refuses it over the caps."""
        caps = client.caps
        if self._closed or len(self) >= MOST or any(self._held[name] >= most for name, most in caps.items()):
            raise refused("too_many_streams")
        key = object()
        self._ends[key] = end
        self._held.update(caps.keys())
        stream_opened()
        try:
            yield
        finally:
            del self._ends[key]
            stream_closed()
            self._held.subtract(caps.keys())
            self._held += Counter()  # forgets who has none left

    def close(self) -> None:
        """Ends every stream and admits no more."""
        self._closed = True
        for end in list(self._ends.values()):
            end()
