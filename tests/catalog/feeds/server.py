"""A publisher on loopback that serves what a test tells it to, also badly."""

import gzip
import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HALF = 2


@dataclass
class Publisher:
    """What the next answers will be. `statuses` are used up one an answer, then it is 200."""

    body: bytes = b""
    kind: str = "application/xml"
    statuses: list[int] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    names_copies: bool = False
    is_packed: bool = False
    breaks_off: bool = False
    drips_for: float = 0.0
    asked: list[dict[str, str]] = field(default_factory=list)
    port: int = 0
    over: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/feed"

    @property
    def etag(self) -> str:
        return f'"{hashlib.sha256(self.body).hexdigest()[:8]}"'


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "_Server"

    def do_GET(self) -> None:
        publisher = self.server.publisher
        publisher.asked.append({name.lower(): value for name, value in self.headers.items()})
        if publisher.names_copies and self.headers.get("If-None-Match") == publisher.etag:
            self._answer(304, b"")
            return
        body = gzip.compress(publisher.body) if publisher.is_packed else publisher.body
        self._answer(publisher.statuses.pop(0) if publisher.statuses else 200, body)

    def _answer(self, status: int, body: bytes) -> None:
        publisher = self.server.publisher
        self.send_response(status)
        headers = {"Content-Type": publisher.kind, "Content-Length": str(len(body)), **publisher.headers}
        headers |= {"Content-Encoding": "gzip"} if publisher.is_packed else {}
        headers |= {"ETag": publisher.etag} if publisher.names_copies else {}
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if publisher.drips_for:
            publisher.over.wait(publisher.drips_for)
        self.wfile.write(body[: len(body) // HALF] if publisher.breaks_off else body)
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Says nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    publisher: Publisher

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that hang up are what some tests are about."""


@contextmanager
def publishing() -> Iterator[Publisher]:
    """A publisher that serves until the test is over."""
    with _Server(("127.0.0.1", 0), _Handler) as server:
        server.publisher = Publisher(port=server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server.publisher
        finally:
            server.publisher.over.set()
            server.shutdown()
            thread.join()
