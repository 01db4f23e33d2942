"""`make bench`: what a call costs the server in CPU time, beside the bare SDK on the same machine in the same run.

CPU time, because wall time on a busy machine says little: it comes from /proc, so this runs on Linux."""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import httpx2

from config.env import BASE_DIR
from tests.bench.report import Figure, report
from tests.blackbox.product import free_port, started, wait_for_demo
from tests.waiting import processes, wait_until

CALLS = 2000
SEARCHES = 400
AT_ONCE = 4
ROUNDS = 3  # the servers take turns; the best round counts, as the machine disturbs least in it
PROTOCOL = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": PROTOCOL,
    "io.modelcontextprotocol/clientCapabilities": {},
}
TICK = os.sysconf("SC_CLK_TCK")

_ids = count(1)


@dataclass(frozen=True)
class Load:
    """A call that is made `times` over."""

    name: str
    url: str
    process: int
    method: str
    params: dict[str, Any]
    times: int = CALLS


def main() -> None:
    """Starts the product and the bare server, and measures them in turns."""
    with tempfile.TemporaryDirectory() as folder, started(Path(folder) / "var") as product, hello() as (url, process):
        wait_for_demo(product)
        loads = [*_bare(url, process), *_ours(f"{product.url}/mcp", _web_process(product.var_dir))]
        rounds = [{load.name: asyncio.run(_cpu_per_call(load)) for load in loads} for _ in range(ROUNDS)]
    best = {load.name: min(each[load.name] for each in rounds) for load in loads}
    report("calls", _figures(best))


@contextmanager
def hello() -> Iterator[tuple[str, int]]:
    """The bare server under the same uvicorn: its address and its process."""
    port = free_port()
    fast = ["--loop", "uvloop", "--http", "httptools", "--port", str(port)]
    command = [sys.executable, "-m", "uvicorn", "tests.bench.hello:application", *fast]
    with subprocess.Popen(command, cwd=BASE_DIR, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            wait_until(lambda: _answers(f"http://127.0.0.1:{port}"), seconds=20)
            yield f"http://127.0.0.1:{port}/mcp", process.pid
        finally:
            process.terminate()


def _answers(url: str) -> bool:
    try:
        return httpx2.get(url).status_code > 0
    except httpx2.TransportError:
        return False


def _web_process(var_dir: Path) -> int:
    ours = set(processes(str(var_dir), also_in="environ"))
    return max(ours & set(processes("manage.py serve")))


def _bare(url: str, process: int) -> list[Load]:
    return [
        Load("bare echo", url, process, "tools/call", {"name": "echo", "arguments": {"text": "hello"}}),
        Load("bare list", url, process, "tools/list", {}),
    ]


def _ours(url: str, process: int) -> list[Load]:
    search = {"query": "barista", "locations": ["Austin, TX"]}
    return [
        Load("list", url, process, "tools/list", {}),
        Load("refused call", url, process, "tools/call", {"name": "search_jobs", "arguments": {"limit": "many"}}),
        Load("search", url, process, "tools/call", {"name": "search_jobs", "arguments": search}, SEARCHES),
    ]


async def _cpu_per_call(load: Load) -> float:
    """Microseconds of the server's processor time a call."""
    async with httpx2.AsyncClient() as http:
        await asyncio.gather(*(_calls(http, load, 50) for _ in range(AT_ONCE)))  # warms up
        before = _cpu_seconds(load.process)
        await asyncio.gather(*(_calls(http, load, load.times // AT_ONCE) for _ in range(AT_ONCE)))
    return (_cpu_seconds(load.process) - before) / load.times * 1e6


async def _calls(http: httpx2.AsyncClient, load: Load, times: int) -> None:
    headers = {"accept": "application/json", "mcp-protocol-version": PROTOCOL, "mcp-method": load.method}
    if "name" in load.params:
        headers["mcp-name"] = load.params["name"]
    for _ in range(times):
        params = {**load.params, "_meta": META}
        message = {"jsonrpc": "2.0", "id": next(_ids), "method": load.method, "params": params}
        answer = await http.post(load.url, json=message, headers=headers)
        assert "result" in answer.json(), answer.text


def _cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK  # utime and stime, proc_pid_stat(5)


def _figures(best: dict[str, float]) -> list[Figure]:
    measured = [Figure(name, round(value, 1), "µs", "CPU of the web process a call") for name, value in best.items()]
    return [
        *measured,
        _ratio(best, "refused call", "bare echo"),
        _ratio(best, "list", "bare list"),
        _ratio(best, "search", "bare echo"),
    ]


def _ratio(best: dict[str, float], ours: str, bare: str) -> Figure:
    return Figure(f"{ours} / {bare}", round(best[ours] / best[bare], 3), "ratio", f"{ours} beside the SDK's {bare}")


if __name__ == "__main__":
    main()
