"""A publisher on loopback with many addresses: what each path answers is told by a function of its query."""

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

type Answer = str | bytes | dict[str, Any] | list[Any] | int


@dataclass
class Site:
    """`pages` answers by path: a body, something to send as JSON, or a status. `asked` counts paths with their queries."""

    pages: dict[str, Callable[[dict[str, str]], Answer]] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)
    port: int = 0

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"


class _Handler(BaseHTTPRequestHandler):
    server: "_Server"

    def do_GET(self) -> None:
        site, parts = self.server.site, urlsplit(self.path)
        site.asked[self.path] += 1
        if parts.path in site.redirects:
            self.send_response(302)
            self.send_header("Location", site.redirects[parts.path])
            self.end_headers()
            return
        page = site.pages.get(parts.path)
        answer: Answer = page(dict(parse_qsl(parts.query))) if page else 404
        status = answer if isinstance(answer, int) else 200
        body = b"" if isinstance(answer, int) else _body(answer)
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


def _body(answer: str | bytes | dict[str, Any] | list[Any]) -> bytes:
    if isinstance(answer, bytes):
        return answer
    return answer.encode() if isinstance(answer, str) else json.dumps(answer).encode()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    site: Site


@contextmanager
def serving() -> Iterator[Site]:
    with _Server(("127.0.0.1", 0), _Handler) as server:
        server.site = Site(port=server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server.site
        finally:
            server.shutdown()
            thread.join()
