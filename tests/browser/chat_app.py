"""A small chat app around the widget, and the Chromium that opens it."""

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from mcp_bridge.widgets.registry import WIDGETS
from mcp_bridge.widgets.shell import build_shell
from tests.mcp_bridge.widgets.samples import BOARD, TOOLS

HOST_PAGE = Path(__file__).parent / "host"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
# The default of MCP Apps 2026-01-26 for a resource that declares no domains.
STRICT_CSP = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; media-src 'self' data:; connect-src 'none'"
)
CAPABILITIES = {
    "openLinks": {},
    "serverTools": {},
    "updateModelContext": {"text": {}},
    "message": {"text": {}},
}


def chromium() -> str | None:
    """A Chromium of the system; None leaves the choice to Playwright."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next((path for name in names if (path := shutil.which(name))), None)


@contextmanager
def chat_app() -> Iterator[int]:
    """Serves the app's page and the widgets; gives the port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Pages) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


class _Pages(BaseHTTPRequestHandler):
    """The chat app's page, and on its other name the widget with the headers that a chat app gives it."""

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        name = path.strip("/")
        if name == "widget":
            self._answer(build_shell(WIDGETS[query], BOARD, TOOLS).html.encode(), "text/html", STRICT_CSP)
        elif name in ("host.html", "host.js"):
            kind = "text/html" if name.endswith("html") else "text/javascript"
            self._answer((HOST_PAGE / name).read_bytes(), kind)
        else:
            self._answer(b"", "image/x-icon")

    def _answer(self, body: bytes, kind: str, csp: str = "") -> None:
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        if csp:
            self.send_header("Content-Security-Policy", csp)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
        pass
