"""`python -m tests.bench.spine`: how long a search takes by the whole spine, on a demo board of its own. A part of `make bench`."""

import statistics
import time
from collections.abc import Callable
from typing import Any

from tests.bench.board import measure_on_demo_board
from tests.bench.report import Figure

ROUNDS = 60
CITIES = [
    "Austin, TX",
    "Denver, CO",
    "Seattle, WA",
    "Chicago, IL",
    "Boston, MA",
    "Atlanta, GA",
    "Phoenix, AZ",
    "New York",
]
SEARCHES: dict[str, dict[str, Any]] = {
    "word": {"query": "nurse"},
    "word and city": {"query": "barista", "locations": ["Austin, TX"]},
    "eight cities, best paid, without an industry": {
        "query": "registered nurse",
        "locations": CITIES,
        "exclude_industries": ["staffing"],
        "sort": "pay_high",
    },
    "country, newest": {"locations": ["Germany"], "sort": "newest"},
    "remote, paid": {"workplace": ["remote"], "pay_min": 60_000},
    "nothing found": {"query": "astronaut"},
}


def main() -> None:
    measure_on_demo_board("spine", _measured)


def _measured() -> list[Figure]:
    import django  # after the variables above, which the settings read once

    django.setup()
    figures: list[Figure] = []
    every: list[float] = []
    for name, arguments in SEARCHES.items():
        times = _times(_call(arguments))
        every += times
        figures += [Figure(f"{name}, p50", statistics.median(times), "ms"), Figure(f"{name}, p95", _p95(times), "ms")]
    return [*figures, Figure("all searches, p95", _p95(every), "ms", "the whole spine, one caller, demo board")]


def _call(arguments: dict[str, Any]) -> Callable[[], object]:
    import structlog

    from mcp_bridge.call import ToolCall, call_tool

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    return lambda: call_tool(ToolCall("search_jobs", arguments))


def _times(call: Callable[[], object]) -> list[float]:
    """Milliseconds of each round, after three to warm up."""
    for _ in range(3):
        call()
    return [_once(call) for _ in range(ROUNDS)]


def _once(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return (time.perf_counter() - began) * 1000


def _p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


if __name__ == "__main__":
    main()
