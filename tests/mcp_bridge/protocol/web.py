"""Shortlist's web process as it is deployed, on a database of the test's own, and the ways to talk to it."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2
import psycopg
from django.db import connection
from mcp.client import Client
from mcp.client.extension import advertise
from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID
from psycopg import sql

from catalog.tools.publish import frozen_content
from catalog.tools.shipped import shipped_content
from config.env import BASE_DIR
from tests.blackbox.product import free_port
from tests.waiting import wait_until

MODERN = "2026-07-28"
LEGACY = "2025-11-25"
SHOWS_WIDGETS = {"extensions": {EXTENSION_ID: {"mimeTypes": [APP_MIME_TYPE]}}}
JSON = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
META = "io.modelcontextprotocol"


@dataclass(frozen=True)
class Web:
    """A running web process."""

    url: str
    process: "subprocess.Popen[bytes]"
    log: Path

    @property
    def mcp(self) -> str:
        return f"{self.url}/mcp"

    def is_ready(self) -> bool:
        assert self.process.poll() is None, self.log.read_text(errors="replace")
        try:
            return httpx2.get(f"{self.url}/readyz").status_code == 200
        except httpx2.TransportError:
            return False


SERVE = ("manage.py", "serve")
START_WITHIN = 120.0  # seconds, on a machine that has much else to do; a process that ends is seen at once


@contextmanager
def serving(database: str, var_dir: Path, *, command: Sequence[str] = SERVE, **variables: str) -> Iterator[Web]:
    """Starts `manage.py serve` and leaves nothing of it behind. Those with the same `var_dir` share a key."""
    port = free_port()
    log = var_dir / f"web-{port}.log"
    given = {"DATABASE_URL": database_url(database), "VAR_DIR": str(var_dir), "PORT": str(port), **variables}
    with (
        log.open("wb") as out,
        subprocess.Popen(
            [sys.executable, *command], cwd=BASE_DIR, env=_clean() | given, stdout=out, stderr=out
        ) as process,
    ):
        web = Web(f"http://localhost:{port}", process, log)
        try:
            wait_until(web.is_ready, seconds=START_WITHIN)
            yield web
        finally:
            _end(process)


def database_url(name: str) -> str:
    at = connection.settings_dict
    password = f":{quote(at['PASSWORD'], safe='')}" if at["PASSWORD"] else ""
    return f"postgresql://{at['USER']}{password}@{quote(at['HOST'], safe='')}:{at['PORT'] or 5432}/{name}"


def administer(statement: str, *names: str) -> None:
    """Runs a statement about databases, from outside of all of them; `{}` stands for each name."""
    with psycopg.connect(database_url("postgres"), autocommit=True) as administrator:
        administrator.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))  # type: ignore[arg-type]


def client(web: Web, mode: str, *, shows_widgets: bool = False) -> Client:
    """The official one; `mode` is auto or legacy."""
    widgets = [advertise(EXTENSION_ID, {"mimeTypes": [APP_MIME_TYPE]})] if shows_widgets else None
    return Client(web.mcp, mode=mode, extensions=widgets)  # type: ignore[arg-type]


def post(web: Web, message: Any, **headers: str) -> httpx2.Response:
    """Posts a message of the 2025 era; `headers` use underscores."""
    given = JSON | {name.replace("_", "-"): value for name, value in headers.items()}
    content = message if isinstance(message, bytes) else None
    sent = None if content is not None else message
    return httpx2.post(web.mcp, content=content, json=sent, headers=given, timeout=30)


def request(method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}


def modern(
    method: str, params: dict[str, Any] | None = None, **capabilities: Any
) -> tuple[dict[str, Any], dict[str, str]]:
    """A request of the 2026 era and the headers that it needs."""
    meta = {f"{META}/protocolVersion": MODERN, f"{META}/clientCapabilities": capabilities}
    headers = {"mcp_protocol_version": MODERN, "mcp_method": method}
    named = (params or {}).get("name") or (params or {}).get("uri")
    if named:
        headers["mcp_name"] = named
    return request(method, {**(params or {}), "_meta": meta}), headers


def initialize(web: Web, *, name: str = "a client", **capabilities: Any) -> httpx2.Response:
    params = {
        "protocolVersion": LEGACY,
        "capabilities": capabilities,
        "clientInfo": {"name": name, "version": "1.2"},
    }
    return post(web, request("initialize", params))


def shipped_names() -> list[str]:
    """The tools of the release that the package's database starts with, in their order."""
    return [tool.name for tool in frozen_content(shipped_content()).tools]


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


def _clean() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"} | {"PUBLIC_URL": ""}
