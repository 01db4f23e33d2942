"""What `make bench` sets side by side: the product, the product without its log, and the hello worlds of three others."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2

from config.env import BASE_DIR
from tests.bench.report import FOLDER
from tests.blackbox.product import environment, free_port, started, wait_for_demo
from tests.node.tooling import FOLDER as NODE_FOLDER
from tests.node.tooling import NODE, ready
from tests.waiting import processes, wait_until

PEERS = BASE_DIR / "tests" / "bench" / "peers"
FAST = ["--loop", "uvloop", "--http", "httptools"]


@dataclass(frozen=True)
class Server:
    """An MCP endpoint and the process that answers."""

    url: str
    process: int


@contextmanager
def product_alone(folder: Path) -> Iterator[Server]:
    """The product with its demo board."""
    with started(folder / "var") as product:
        wait_for_demo(product)
        yield Server(f"{product.url}/mcp", _web_process(product.var_dir))


@contextmanager
def servers(folder: Path) -> Iterator[dict[str, Server]]:
    """All of them, running: `ours`, `silent`, `sdk`, `fastmcp` and `typescript`."""
    with ExitStack() as stack:
        product = stack.enter_context(started(folder / "var"))
        wait_for_demo(product)
        silent = environment(VAR_DIR=str(product.var_dir), DJANGO_SETTINGS_MODULE="config.settings")
        python = str(fastmcp_environment() / "bin" / "python")
        ready()  # what the TypeScript server imports
        yield {
            "ours": Server(f"{product.url}/mcp", _web_process(product.var_dir)),
            "silent": stack.enter_context(_uvicorn(sys.executable, "tests.bench.silent:application", **silent)),
            "sdk": stack.enter_context(_uvicorn(sys.executable, "tests.bench.hello:application")),
            "fastmcp": stack.enter_context(_uvicorn(python, "tests.bench.peers.hello_fastmcp:application")),
            "typescript": stack.enter_context(_running([str(NODE), "hello.mjs"], NODE_FOLDER)),
        }


def fastmcp_environment() -> Path:
    """Under var/bench/, made the first time from pinned and hashed packages; nothing of it gets near the product's own."""
    folder, wanted = FOLDER / "fastmcp", (PEERS / "requirements.txt").read_text()
    mark = folder / "installed"
    if not mark.exists() or mark.read_text() != wanted:
        print("Installing fastmcp to compare with, about a minute the first time", flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        pip = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--require-hashes", "-r", PEERS / "requirements.txt"], check=True)
        mark.write_text(wanted)
    return folder


def _uvicorn(python: str, application: str, **variables: str) -> AbstractContextManager[Server]:
    return _running([python, "-m", "uvicorn", application, *FAST, "--port"], BASE_DIR, **variables)


@contextmanager
def _running(command: list[str], folder: Path, **variables: str) -> Iterator[Server]:
    """`command` with a free port behind it."""
    port = free_port()
    with subprocess.Popen(
        [*command, str(port)], cwd=folder, env=variables or None, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            wait_until(lambda: _answers(f"http://127.0.0.1:{port}"), seconds=60)
            yield Server(f"http://127.0.0.1:{port}/mcp", process.pid)
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
