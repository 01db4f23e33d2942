"""`python -m tests.bench.memory`: what the web process holds after 50,000 calls, and after 500 streams that their clients left."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

from tests.bench.edge import REFUSED, TEN_IN_A_CITY
from tests.bench.report import Figure, report
from tests.bench.servers import product_alone
from tests.bench.wire import wire

WARM_UP, SEARCHES, CALLS, STREAMS = 4_000, 2_000, 48_000, 500
AT_ONCE = 4
LISTEN = {"notifications": {"toolsListChanged": True}}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, product_alone(Path(folder)) as server:
        size = lambda: _kilobytes(server.process)  # noqa: E731
        asyncio.run(_mixed(server.url, WARM_UP, WARM_UP))
        warm = size()
        asyncio.run(_mixed(server.url, SEARCHES, CALLS))
        called = size()
        asyncio.run(_abandon(server.url, STREAMS))
        left = size()
    report(
        "memory",
        [
            Figure("warm_kb", warm, "KB", f"after {2 * WARM_UP:,} calls"),
            Figure("after_50000_calls_kb", called, "KB", f"{CALLS:,} refused calls and {SEARCHES:,} searches more"),
            Figure("after_500_streams_kb", left, "KB", "opened, and left without a word"),
            Figure("growth", round(left / warm - 1, 4), "ratio", "flat is within 0.05"),
        ],
    )


async def _mixed(url: str, searches: int, calls: int) -> None:
    await _spread(searches, lambda times: _call(url, TEN_IN_A_CITY, times))
    await _spread(calls, lambda times: _call(url, REFUSED, times))


async def _spread(times: int, act: Callable[[int], Awaitable[None]]) -> None:
    await asyncio.gather(*(act(times // AT_ONCE) for _ in range(AT_ONCE)))


async def _call(url: str, params: dict[str, object], times: int) -> None:
    async with wire(url) as line:
        for _ in range(times):
            await line.post("tools/call", params)


async def _abandon(url: str, streams: int) -> None:
    """As many at once as one client may have, then the next ones."""
    for _ in range(streams // 25):
        async with AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(wire(url)) for _ in range(25)]
            await asyncio.gather(*(line.abandon("subscriptions/listen", LISTEN) for line in lines))


def _kilobytes(process: int) -> int:
    """What is resident, proc_pid_status(5)."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


if __name__ == "__main__":
    main()
