"""`manage.py doctor --connect URL`: hello in both eras, and plain words for what is no endpoint."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO

import pytest
from django.core.management import call_command

from catalog.tools.shipped import load_shipped
from mcp_bridge.clients.handshake import ERAS, shake_hands
from mcp_bridge.snapshot import snapshots
from tests.browser.site import served

pytestmark = pytest.mark.promise("WEB-15")


class NoEndpoint(BaseHTTPRequestHandler):
    """A web page, whatever is asked."""

    def do_POST(self) -> None:
        self.send_response(404)
        self.end_headers()
        self.wfile.write(b"<h1>Not here</h1>")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        pass


@pytest.fixture
def elsewhere() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), NoEndpoint) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/mcp"
        server.shutdown()
        thread.join()


def said(url: str) -> tuple[str, int]:
    """The command's output and exit code."""
    out = StringIO()
    try:
        call_command("doctor", connect=url, stdout=out, no_color=True)
    except SystemExit as end:
        return out.getvalue(), int(str(end.code))
    return out.getvalue(), 0


@pytest.mark.django_db(transaction=True)
def test_both_eras_answer() -> None:
    load_shipped()
    snapshots.forget()
    with served() as site:
        output, code = said(f"{site.url}/mcp")
    assert code == 0
    for line in ("2026-07-28  server/discover: ", "2026-07-28  tools/list: ", "2025-11-25  initialize: "):
        assert line in output
    assert output.count("tools: search_jobs, ") == 2


def test_an_address_that_is_no_endpoint_is_told_so(elsewhere: str) -> None:
    output, code = said(elsewhere)
    assert code == 1
    assert output.count("Status 404, and no JSON: is this address an MCP endpoint?") == len(ERAS)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/mcp", "nonsense", "ftp://example.com/", "http://[::1"])
def test_an_address_that_nobody_answers_at_ends_in_words(url: str) -> None:
    for era in ERAS:
        [exchange] = shake_hands(url, era)
        assert exchange.problem
