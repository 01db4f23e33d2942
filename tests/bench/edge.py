"""`python -m tests.bench.edge`: what a call costs the web process, beside the hello worlds of the SDKs and of fastmcp in the same run.

Processor time is compared, because wall time on a busy machine says little: it comes from /proc, so this runs on Linux."""

import asyncio
import os
import re
import statistics
import tempfile
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from tests.bench.report import Figure, report
from tests.bench.servers import Server, servers
from tests.bench.wire import Wire, wire

CALLS, SEARCHES, WARM_UP = 3000, 1200, 200
AT_ONCE = 4
ROUNDS = 5  # the loads take turns; the middle one counts
TICK = os.sysconf("SC_CLK_TCK")

ECHO = {"name": "echo", "arguments": {"text": "hello"}}
REFUSED = {"name": "search_jobs", "arguments": {"limit": "many"}}
TEN_IN_A_CITY = {"name": "search_jobs", "arguments": {"locations": ["Austin, TX"], "limit": 10}}
WORDS_IN_A_CITY = {"name": "search_jobs", "arguments": {"query": "barista", "locations": ["Austin, TX"]}}


@dataclass(frozen=True)
class Load:
    """A request that is made `times` over to one of the servers."""

    name: str
    server: str
    method: str
    params: Mapping[str, Any]
    times: int = CALLS


@dataclass(frozen=True)
class Cost:
    """Of one load in one round: processor µs a call, requests a second, and the callers' milliseconds."""

    cpu: float
    rate: float
    p50: float
    p99: float


def loads(ids: list[str]) -> list[Load]:
    items = [{"id": each} for each in ids[:5]]
    return [
        *(Load(f"echo, {name}", name, "tools/call", ECHO) for name in ("sdk", "fastmcp", "typescript")),
        Load("list, sdk", "sdk", "tools/list", {}),
        Load("call", "ours", "tools/call", REFUSED),
        Load("call without the log", "silent", "tools/call", REFUSED),
        Load("list", "ours", "tools/list", {}),
        Load("search, ten in a city", "ours", "tools/call", TEN_IN_A_CITY, SEARCHES),
        Load("search, words in a city", "ours", "tools/call", WORDS_IN_A_CITY, SEARCHES),
        Load(
            "render, five jobs", "ours", "tools/call", {"name": "render_jobs", "arguments": {"items": items}}, SEARCHES
        ),
    ]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, servers(Path(folder)) as running:
        asked = loads(asyncio.run(_ids(running["ours"])))
        rounds = [{load.name: asyncio.run(_cost(load, running[load.server])) for load in asked} for _ in range(ROUNDS)]
    middle = {load.name: _middle([each[load.name] for each in rounds]) for load in asked}
    report("edge", [*_ratios(middle), *(figure for name, cost in middle.items() for figure in _figures(name, cost))])


async def _ids(server: Server) -> list[str]:
    async with wire(server.url) as line:
        return re.findall(r'"id":"(\d{10})"', (await line.post("tools/call", dict(WORDS_IN_A_CITY))).decode())


async def _cost(load: Load, server: Server) -> Cost:
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(wire(server.url)) for _ in range(AT_ONCE)]
        await asyncio.gather(*(_times(line, load, WARM_UP // AT_ONCE) for line in lines))
        before, began = cpu_seconds(server.process), time.perf_counter()
        taken = await asyncio.gather(*(_times(line, load, load.times // AT_ONCE) for line in lines))
        wall, cpu = time.perf_counter() - began, cpu_seconds(server.process) - before
    every = [milliseconds for each in taken for milliseconds in each]
    percent = statistics.quantiles(every, n=100)
    return Cost(cpu / load.times * 1e6, load.times / wall, percent[49], percent[98])


async def _times(line: Wire, load: Load, times: int) -> list[float]:
    """Milliseconds of each call."""
    taken: list[float] = []
    for _ in range(times):
        began = time.perf_counter()
        await line.post(load.method, dict(load.params))
        taken.append((time.perf_counter() - began) * 1000)
    return taken


def cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK  # utime and stime, proc_pid_stat(5)


def _middle(costs: list[Cost]) -> Cost:
    return Cost(*map(statistics.median, zip(*map(astuple, costs), strict=True)))


def _ratios(of: Mapping[str, Cost]) -> list[Figure]:
    def ratio(name: str, ours: str, theirs: str, goal: str = "") -> Figure:
        return Figure(name, round(of[ours].cpu / of[theirs].cpu, 3), "ratio", f"{ours} / {theirs}{goal}")

    return [
        ratio("call_vs_sdk", "call without the log", "echo, sdk", "; at most 1.15"),
        ratio("call_with_log_vs_sdk", "call", "echo, sdk"),
        ratio("call_vs_fastmcp", "call", "echo, fastmcp", "; at most 0.45"),
        ratio("call_vs_typescript", "call without the log", "echo, typescript"),
        ratio("list_vs_sdk", "list", "list, sdk", "; at most 1.9"),
        ratio("search_vs_call", "search, ten in a city", "call", "; at most 4"),
        ratio("search_words_vs_call", "search, words in a city", "call"),
        ratio("render_vs_call", "render, five jobs", "call"),
        Figure(
            "calls_per_s",
            round(of["search, words in a city"].rate, 1),
            "1/s",
            "searches, one web process, four callers",
        ),
    ]


def _figures(name: str, cost: Cost) -> list[Figure]:
    return [
        Figure(f"{name}: CPU", round(cost.cpu, 1), "µs"),
        Figure(f"{name}: p50", round(cost.p50, 2), "ms", "as four callers at once see it"),
        Figure(f"{name}: p99", round(cost.p99, 2), "ms"),
    ]


if __name__ == "__main__":
    main()
