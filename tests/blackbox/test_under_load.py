"""Calls come without a pause while the database is restarted, and while the web is told to stop: none is lost."""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import httpx2
import pytest

from config import embedded
from config.env import BASE_DIR
from tests.blackbox.elsewhere import postgresql
from tests.blackbox.product import environment
from tests.mcp_bridge.protocol.web import SERVE, Web, _end, free_port, request
from tests.waiting import wait_until

pytestmark = [pytest.mark.blackbox, pytest.mark.promise("MCP-42")]

CALLERS, RESTARTS = 4, 3
SEARCH = request("tools/call", {"name": "search_jobs", "arguments": {"query": "barista"}})
JSON = {"accept": "application/json, text/event-stream", "content-type": "application/json"}


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A server of its own with a board: its folder and its address."""
    folder = tmp_path / "pg"
    with postgresql(folder) as address:
        variables = environment(VAR_DIR=str(tmp_path / "var"), DATABASE_URL=address, LOAD_DEMO="0")
        load = "from catalog.tools.shipped import load_shipped; load_shipped()"
        for words in (["migrate", "-v0"], ["shell", "-v0", "-c", load]):
            subprocess.run([sys.executable, "manage.py", *words], cwd=BASE_DIR, env=variables, check=True)
        yield folder, address


@contextmanager
def serving(address: str, var_dir: Path) -> Iterator[Web]:
    port, log = free_port(), var_dir / "web.log"
    variables = environment(VAR_DIR=str(var_dir), DATABASE_URL=address, PORT=str(port), WEB_WORKERS="1")
    command = [sys.executable, *SERVE]
    with (
        log.open("wb") as out,
        subprocess.Popen(command, cwd=BASE_DIR, env=variables, stdout=out, stderr=out) as process,
    ):
        web = Web(f"http://localhost:{port}", process, log)
        try:
            wait_until(web.is_ready, seconds=120)
            yield web
        finally:
            _end(process)


def outcome(web: Web) -> str:
    """Of one call on a connection of its own."""
    try:
        answer = httpx2.post(web.mcp, json=SEARCH, headers=JSON, timeout=30)
    except httpx2.ConnectError:
        return "not connected"
    except httpx2.TransportError as error:
        return f"lost: {type(error).__name__}"
    if answer.status_code != 200:
        return f"status {answer.status_code}: {answer.text[:200]}"
    result = answer.json()["result"]
    return f"error {result['structuredContent']['error']['code']}" if result["isError"] else "answered"


@contextmanager
def under_load(web: Web) -> Iterator[Counter[str]]:
    """Calls until the block ends, each by one of several callers; what came of them."""
    seen: Counter[str] = Counter()
    is_over = Event()

    def call_on() -> None:
        while not is_over.is_set():
            seen[outcome(web)] += 1

    with ThreadPoolExecutor(CALLERS) as callers:
        running = [callers.submit(call_on) for _ in range(CALLERS)]
        try:
            yield seen
        finally:
            is_over.set()
    for caller in running:
        caller.result()


def restart(folder: Path) -> None:
    """As `pg_ctl restart -m fast`: open connections are cut."""
    server = int((folder / "postmaster.pid").read_text().split()[0])
    os.kill(server, signal.SIGINT)
    wait_until(lambda: embedded.revive(folder))


def more(seen: Counter[str], count: int) -> Callable[[], bool]:
    wanted = seen["answered"] + count
    return lambda: seen["answered"] >= wanted


def test_no_call_that_reads_is_lost_while_the_database_is_restarted_three_times(
    cluster: tuple[Path, str], tmp_path: Path
) -> None:
    folder, address = cluster
    with serving(address, tmp_path) as web, under_load(web) as seen:
        for _ in range(RESTARTS):
            wait_until(more(seen, 20), seconds=60)
            restart(folder)
        wait_until(more(seen, 20), seconds=60)
    assert seen.keys() == {"answered"}


def test_no_call_is_lost_when_the_web_is_told_to_stop(cluster: tuple[Path, str], tmp_path: Path) -> None:
    _, address = cluster
    with serving(address, tmp_path) as web, under_load(web) as seen:
        wait_until(more(seen, 40), seconds=60)
        web.process.send_signal(signal.SIGTERM)
        web.process.wait(15)
        wait_until(lambda: seen["not connected"] > 0)
    assert seen.keys() == {"answered", "not connected"}
