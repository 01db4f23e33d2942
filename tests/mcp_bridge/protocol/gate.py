"""A gate in front of PostgreSQL that can go silent: it goes on accepting, and passes nothing on until it is opened again."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Self
from urllib.parse import quote

from django.db import connection

CHUNK = 65536


class Gate:
    """Passes bytes both ways between its own port and the tests' PostgreSQL."""

    def __init__(self) -> None:
        self._is_open = threading.Event()
        self._is_open.set()
        self._sockets: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]

    def url(self, database: str) -> str:
        at = connection.settings_dict
        return f"postgresql://{at['USER']}:{quote(at['PASSWORD'] or 'any', safe='')}@127.0.0.1:{self.port}/{database}"

    @contextmanager
    def silent(self) -> Iterator[None]:
        self._is_open.clear()
        try:
            yield
        finally:
            self._is_open.set()

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_open.set()
        for each in (self._listener, *self._sockets):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):  # closed: the test is over
            while True:
                inside, outside = self._listener.accept()[0], _to_postgresql()
                self._sockets += inside, outside
                for source, target in ((inside, outside), (outside, inside)):
                    threading.Thread(target=self._pass, args=(source, target), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):  # either side has gone
            while chunk := source.recv(CHUNK):
                self._is_open.wait()
                target.sendall(chunk)
            target.shutdown(socket.SHUT_RDWR)


def _to_postgresql() -> socket.socket:
    at = connection.settings_dict
    host, port = at["HOST"], int(at["PORT"] or 5432)
    if not host.startswith("/"):
        return socket.create_connection((host, port))
    found = socket.socket(socket.AF_UNIX)
    found.connect(f"{host}/.s.PGSQL.{port}")
    return found
