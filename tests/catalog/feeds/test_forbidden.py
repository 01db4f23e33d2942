"""Addresses that no feed may be fetched from: each is refused within its deadline, and none is connected to."""

import contextlib
import gzip
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from catalog.feeds.body import Limits
from catalog.feeds.errors import FetchError
from catalog.feeds.fetch import fetch
from tests.catalog.feeds.pages import Site, serving

pytestmark = pytest.mark.promise("FEED-7")
LIMITS = Limits(seconds=2.0, attempts=1)
SLACK = 10.0  # a busy machine's

TARGETS = [
    # this machine, in every spelling
    "http://127.0.0.1/", "http://localhost/", "http://LOCALHOST./", "http://2130706433/", "http://0x7f000001/",
    "http://0x7f.0.0.1/", "http://017700000001/", "http://0177.0.0.1/", "http://127.1/", "http://0/", "http://0.0.0.0/",
    "http://[::1]/", "http://[::]/", "http://[0:0:0:0:0:ffff:7f00:1]/", "http://[::ffff:127.0.0.1]/",
    "http://[::127.0.0.1]/", "http://[64:ff9b::7f00:1]/", "http://[64:ff9b:1::7f00:1]/", "http://[2002:7f00:1::]/",
    "http://①②⑦.0.0.1/", "http://127。0。0。1/",
    # nets that only somebody's own machines see
    "http://10.1.2.3/", "http://167838211/", "http://192.168.1.1/", "http://172.16.0.1/", "http://100.64.0.1/",
    "http://[fc00::1]/", "http://[fe80::1%25eth0]/", "http://[fec0::1]/", "http://[::ffff:a00:1]/",
    # a cloud's data about the machine
    "http://169.254.169.254/latest/meta-data/", "http://0xa9fea9fe/", "http://[::ffff:169.254.169.254]/",
    "http://[fd00:ec2::254]/",
    # for documentation, for groups, for nobody
    "http://192.0.2.1/", "http://198.18.0.1/", "http://224.0.0.1/", "http://255.255.255.255/", "http://240.0.0.1/",
    "http://[2001:db8::1]/",
    # no web address at all
    "ftp://127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1:6379/_INFO", "http://user:secret@127.0.0.1/",
    "http://127.0.0.1:6379/", "http://[::1", "//127.0.0.1/", "http:///", "javascript:alert(1)",
]  # fmt: skip

_connections: list[Any] | None = None


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect" and _connections is not None:
        _connections.append(arguments[1])


sys.addaudithook(_hear)  # for as long as the process lives; it listens only inside `connections`


@pytest.fixture
def connections() -> Iterator[list[Any]]:
    """Every address that this process asks the kernel to connect a socket to."""
    global _connections  # noqa: PLW0603 - an audit hook can't be given anything
    _connections = []
    yield _connections
    _connections = None


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as found:
        yield found


def refused(url: str, copy: Path, limits: Limits = LIMITS) -> str:
    began = time.monotonic()
    with pytest.raises(FetchError) as caught:
        fetch(url, into=copy, limits=limits)
    assert time.monotonic() - began < limits.seconds * limits.attempts + SLACK
    return caught.value.code


@pytest.mark.parametrize("url", TARGETS)
def test_it_is_refused_and_never_connected_to(url: str, copy: Path, settings: Settings, connections: list[Any]) -> None:
    settings.FEEDS_ALLOW_LOOPBACK = False
    assert refused(url, copy) in {"address_refused", "host_unknown"}
    assert connections == []
    assert not copy.exists()


@pytest.mark.parametrize("url", [url for url in TARGETS[21:] if "127.0.0.1" not in url])
def test_a_redirect_to_it_is_refused_and_not_followed(url: str, copy: Path, site: Site, connections: list[Any]) -> None:
    site.redirects["/feed"] = url.encode("utf-8").decode("latin-1")
    assert refused(site.url("/feed"), copy) in {"address_refused", "host_unknown", "http_status", "gone"}
    assert {address[1] for address in connections} == {site.port}


def test_a_name_that_also_means_this_machine_is_refused(
    copy: Path, settings: Settings, connections: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.FEEDS_ALLOW_LOOPBACK = False
    answers = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80)) for address in ("93.184.215.14", "127.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answers)
    assert refused("http://both.example/", copy) == "address_refused"
    assert connections == []


def test_a_name_is_asked_for_once_so_that_it_can_not_mean_something_else_a_moment_later(
    copy: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.pages["/feed"] = lambda _query: "<source/>"
    asked: list[str] = []

    def rebinding(host: str | bytes, port: int, *_: Any, **__: Any) -> list[Any]:
        asked.append(host if isinstance(host, str) else host.decode())
        address = "127.0.0.1" if asked.count("turns.example") == 1 else "10.0.0.1"
        known = host if str(host)[0].isdigit() else address
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (known, port))]

    monkeypatch.setattr(socket, "getaddrinfo", rebinding)
    assert fetch(f"http://turns.example:{site.port}/feed", into=copy, limits=LIMITS).status == 200
    assert asked.count("turns.example") == 1


def test_drips_of_headers_and_of_bodies_end_at_the_deadline(copy: Path) -> None:
    for opening in (b"HTTP/1.1 200 OK\r\nX: ", b"HTTP/1.1 200 OK\r\n\r\n<source>", b""):
        with _dripping(opening) as port:
            assert refused(f"http://127.0.0.1:{port}/", copy, Limits(seconds=0.5, attempts=1)) == "too_slow"


@pytest.mark.parametrize("layers", [1, 2])
def test_bombs_never_unfold(copy: Path, site: Site, layers: int) -> None:
    bomb = gzip.compress(bytes(64 << 20))
    for _ in range(layers - 1):
        bomb = gzip.compress(bomb * 4)
    site.pages["/bomb"] = lambda _query: bomb
    if layers == 1:
        assert refused(site.url("/bomb"), copy, Limits(seconds=20, attempts=1)) == "too_large"
    else:
        fetch(site.url("/bomb"), into=copy, limits=LIMITS)  # unpacked once and no more
    assert copy.stat().st_size <= 12 << 20


@contextmanager
def _dripping(opening: bytes) -> Iterator[int]:
    """The port of a server that sends `opening`, and then a byte now and then until its client hangs up."""
    over = threading.Event()

    def drip(listener: socket.socket) -> None:
        with contextlib.suppress(OSError):  # the client has left, which is what the test is about
            client, _ = listener.accept()
            with client:
                client.sendall(opening)
                while not over.wait(0.05):
                    client.sendall(b"x")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=drip, args=(listener,))
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            over.set()
            thread.join()
