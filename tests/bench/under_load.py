"""`python -m tests.bench.under_load`: what comes of calls while the database is restarted, and while the web is told to stop."""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

import django
import httpx2

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")
django.setup()  # what the tests lend imports models
from config import embedded
from config.env import BASE_DIR
from tests.blackbox.elsewhere import postgresql
from tests.blackbox.product import environment
from tests.mcp_bridge.protocol.web import SERVE, Web, _end, free_port, request
from tests.waiting import wait_until

CALLERS, RESTARTS = 4, 3
SEARCH = request("tools/call", {"name": "search_jobs", "arguments": {"query": "barista"}})
JSON = {"accept": "application/json, text/event-stream", "content-type": "application/json"}


@contextmanager
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


def restarts(folder: Path, address: str, var_dir: Path) -> Counter[str]:
    """What came of calls while the database was restarted three times."""
    with serving(address, var_dir) as web, under_load(web) as seen:
        for _ in range(RESTARTS):
            wait_until(more(seen, 20), seconds=60)
            restart(folder)
        wait_until(more(seen, 20), seconds=60)
    return seen


def stop(address: str, var_dir: Path) -> Counter[str]:
    """What came of calls while the web was told to stop; the last ones find nobody to connect to."""
    with serving(address, var_dir) as web, under_load(web) as seen:
        wait_until(more(seen, 40), seconds=60)
        web.process.send_signal(signal.SIGTERM)
        web.process.wait(15)
        wait_until(lambda: seen["not connected"] > 0)
    return seen


def main() -> None:
    with TemporaryDirectory(prefix="shortlist-bench-") as name:
        room = Path(name)
        room.chmod(0o755)  # an embedded server runs as another user where root starts it
        with cluster(room) as (folder, address):
            print("three restarts of PostgreSQL:", dict(restarts(folder, address, room)))
            print("SIGTERM:", dict(stop(address, room)))


if __name__ == "__main__":
    main()
