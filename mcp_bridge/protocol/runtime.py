"""What lives as long as an event loop: threads, bus, streams, the call log and the SDK's session manager.

Started by the ASGI lifespan, or by the first request where the server has none (daphne, `--lifespan off`, test clients)."""

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from mcp_bridge.protocol.answers import Answers
from mcp_bridge.protocol.bus import CatalogueBus
from mcp_bridge.protocol.direct import Direct
from mcp_bridge.protocol.listening import Listening
from mcp_bridge.protocol.messages import LARGEST
from mcp_bridge.protocol.server import ShortlistServer
from mcp_bridge.protocol.streams import OpenStreams
from mcp_bridge.protocol.threads import DatabaseThreads
from mcp_bridge.shortlists.log import call_log

MOST_IN_FLIGHT = 256  # messages that are being answered; each is in memory
ENDS = (signal.SIGTERM, signal.SIGINT)

Handler = Callable[[int, FrameType | None], None]

_runtimes: dict[asyncio.AbstractEventLoop, "Runtime"] = {}


class Runtime:
    """Make it on a running loop; `started` as often as you like, `close` once."""

    def __init__(self) -> None:
        self.threads = DatabaseThreads()
        self.bus = CatalogueBus(self.threads)
        self.streams = OpenStreams()
        self.in_flight = asyncio.BoundedSemaphore(MOST_IN_FLIGHT)
        self._listen = Listening(self.bus)
        answers = Answers(self.threads)
        self.direct: Direct | None = Direct(answers)
        self.server = ShortlistServer(answers, self._listen)
        self.manager = StreamableHTTPSessionManager(
            self.server,
            json_response=True,
            stateless=True,
            max_request_body_size=LARGEST,
        )
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._ending = asyncio.Event()
        self._life: asyncio.Task[None] | None = None

    async def started(self) -> None:
        if self._life is None:
            call_log.start()
            self._life = asyncio.create_task(self._live())
        if not self._ready.done():
            await asyncio.shield(self._ready)

    def close_streams(self) -> None:
        """Ends every event stream in the way its era asks for, and admits no more."""
        self._listen.close()
        self.streams.close()

    async def close(self) -> None:
        self.close_streams()
        self._ending.set()
        if self._life is not None:
            await self._life
        await self.threads.close()
        await asyncio.to_thread(call_log.stop)  # last: calls that just ended have left their rows

    async def _live(self) -> None:
        async with self.manager.run():  # entered and left by one task, as anyio asks
            listening = asyncio.create_task(self.bus.listen())
            self._ready.set_result(None)
            await self._ending.wait()
            listening.cancel()
            await asyncio.wait([listening])


async def current_runtime(make: type[Runtime] = Runtime) -> Runtime:
    """This loop's, started; the first who asks on a loop says what kind it is."""
    loop = asyncio.get_running_loop()
    runtime = _runtimes.get(loop)
    if runtime is None:
        _forget_closed_loops()
        runtime = _runtimes[loop] = make()
    await runtime.started()
    return runtime


def _forget_closed_loops() -> None:
    for loop in [loop for loop in _runtimes if loop.is_closed()]:
        del _runtimes[loop]


@contextmanager
def streams_end_on_signals(runtime: Runtime) -> Iterator[None]:
    """Closes streams before the server's own handler runs, which would wait for them.

    uvicorn and granian wait for open connections before they end the lifespan (python-sdk #514)."""
    in_main_thread = threading.current_thread() is threading.main_thread()
    handlers = {number: signal.getsignal(number) for number in ENDS if in_main_thread}
    for number, handler in handlers.items():
        if callable(handler):  # else the default: the process ends at once, streams and all
            signal.signal(number, _first_close_streams(runtime, handler))
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)


def _first_close_streams(runtime: Runtime, then: Callable[[int, FrameType | None], object]) -> Handler:
    loop = asyncio.get_running_loop()

    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(runtime.close_streams)
        then(number, frame)

    return handle
