"""Fetching from servers that are slow, broken, busy or hostile."""

import gzip
import hashlib
import time
from pathlib import Path

import httpx2
import pytest
from pytest_django import Settings

from catalog.feeds.body import Limits
from catalog.feeds.errors import FetchError
from catalog.feeds.fetch import Fetched, Validators, fetch
from catalog.feeds.targets import Target, redirected
from tests.catalog.feeds.server import Publisher

USUAL = Limits()
BODY = b"<source>" + b"<job/>" * 5_000 + b"</source>"


def refused(url: str, copy: Path, *, limits: Limits = USUAL) -> str:
    """The code of the error that fetching ends with."""
    with pytest.raises(FetchError) as caught:
        fetch(url, into=copy, limits=limits)
    assert caught.value.message.endswith(".")
    return caught.value.code


def test_a_document_is_streamed_to_disk_with_its_hash(publisher: Publisher, copy: Path) -> None:
    publisher.body = BODY
    found = fetch(publisher.url, into=copy)
    assert found == Fetched(200, len(BODY), hashlib.sha256(BODY).hexdigest())
    assert copy.read_bytes() == BODY


@pytest.mark.promise("FEED-6")
def test_an_unchanged_document_is_not_sent_again(publisher: Publisher, copy: Path) -> None:
    publisher.body, publisher.names_copies = BODY, True
    first = fetch(publisher.url, into=copy)
    again = fetch(publisher.url, into=copy, validators=first.validators)
    assert (again.is_unchanged, again.validators, again.size) == (True, first.validators, 0)


def test_not_modified_without_having_been_asked_is_an_error(publisher: Publisher, copy: Path) -> None:
    publisher.statuses = [304]
    assert refused(publisher.url, copy) == "http_status"


@pytest.mark.parametrize("etag", ['"a"\r\nX-Injected: 1', "\x00", "é"])
def test_validators_that_are_no_header_are_not_sent(publisher: Publisher, copy: Path, etag: str) -> None:
    fetch(publisher.url, into=copy, validators=Validators(etag=etag))
    assert "if-none-match" not in publisher.asked[0]


def test_packed_documents_are_unpacked_whether_the_server_says_so_or_not(publisher: Publisher, copy: Path) -> None:
    publisher.body, publisher.is_packed = BODY, True
    fetch(publisher.url, into=copy)
    assert copy.read_bytes() == BODY
    publisher.body, publisher.is_packed = gzip.compress(BODY[:100]) + gzip.compress(BODY[100:]), False
    found = fetch(publisher.url, into=copy)
    assert copy.read_bytes() == BODY
    assert found.size == len(BODY)


@pytest.mark.promise("FEED-8")
def test_a_connection_that_breaks_off_is_tried_again_and_then_reported(publisher: Publisher, copy: Path) -> None:
    publisher.body, publisher.breaks_off = BODY, True
    assert refused(publisher.url, copy) == "cut_off"
    assert len(publisher.asked) == 3


@pytest.mark.promise("FEED-8")
def test_packed_data_that_ends_too_early_or_is_damaged_is_refused(publisher: Publisher, copy: Path) -> None:
    publisher.body = gzip.compress(BODY)[:-20]
    assert refused(publisher.url, copy) == "cut_off"
    publisher.body = b"\x1f\x8b" + b"no gzip at all"
    assert refused(publisher.url, copy) == "cut_off"


@pytest.mark.promise("FEED-8")
def test_a_body_that_is_too_large_is_refused_before_and_while_it_comes(publisher: Publisher, copy: Path) -> None:
    publisher.body = BODY
    assert refused(publisher.url, copy, limits=Limits(size=1_000)) == "too_large"
    publisher.is_packed = True
    assert refused(publisher.url, copy, limits=Limits(size=10_000)) == "too_large"
    assert copy.stat().st_size <= 10_000


@pytest.mark.promise("FEED-8")
def test_a_packed_bomb_is_refused_long_before_it_is_unpacked(publisher: Publisher, copy: Path) -> None:
    publisher.body = gzip.compress(bytes(200 << 20))
    assert refused(publisher.url, copy) == "too_large"
    assert copy.stat().st_size <= 12 << 20


@pytest.mark.promise("FEED-8")
def test_a_server_that_drips_is_left_at_the_deadline(publisher: Publisher, copy: Path) -> None:
    publisher.body, publisher.drips_for = BODY, 30.0
    before = time.monotonic()
    assert refused(publisher.url, copy, limits=Limits(seconds=0.3)) == "too_slow"
    assert time.monotonic() - before < 10.0


def test_a_packing_that_was_not_asked_for_is_refused(publisher: Publisher, copy: Path) -> None:
    publisher.headers = {"Content-Encoding": "br"}
    assert refused(publisher.url, copy) == "bad_encoding"


@pytest.mark.promise("FEED-9")
def test_a_busy_server_is_asked_three_times(publisher: Publisher, copy: Path) -> None:
    publisher.body, publisher.statuses = BODY, [503, 429]
    assert fetch(publisher.url, into=copy).status == 200
    assert len(publisher.asked) == 3
    publisher.statuses = [503] * 5
    assert refused(publisher.url, copy) == "http_status"
    assert len(publisher.asked) == 6


@pytest.mark.promise("FEED-9")
@pytest.mark.parametrize("after", ["3600", "Thu, 01 Jan 2099 00:00:00 GMT"])
def test_a_server_that_wants_an_hour_is_not_waited_for(publisher: Publisher, copy: Path, after: str) -> None:
    publisher.statuses, publisher.headers = [429] * 3, {"Retry-After": after}
    assert refused(publisher.url, copy) == "http_status"
    assert len(publisher.asked) == 1


@pytest.mark.promise("FEED-9")
@pytest.mark.parametrize("after", ["0", "soon", "Thu, 01 Jan 2026 00:00:00 GMT"])
def test_a_server_that_names_a_short_time_is_asked_again(publisher: Publisher, copy: Path, after: str) -> None:
    publisher.body, publisher.statuses, publisher.headers = BODY, [429], {"Retry-After": after}
    assert fetch(publisher.url, into=copy).status == 200


@pytest.mark.parametrize(
    ("status", "words"),
    [(404, "has nothing at this address any more"), (403, "refuses access"), (418, "doesn't give the feed")],
)
def test_a_refusal_is_told_in_words_and_not_repeated(publisher: Publisher, copy: Path, status: int, words: str) -> None:
    publisher.statuses = [status]
    with pytest.raises(FetchError, match=f"127.0.0.1 {words} .HTTP {status}."):
        fetch(publisher.url, into=copy)
    assert len(publisher.asked) == 1


def test_a_server_that_is_not_there_is_told_as_such(publisher: Publisher, copy: Path) -> None:
    assert refused("http://127.0.0.1:1/feed", copy) == "no_answer"


@pytest.mark.promise("FEED-7")
def test_redirects_are_followed_three_times_and_not_for_ever(publisher: Publisher, copy: Path) -> None:
    publisher.body, publisher.headers = BODY, {"Location": "/elsewhere"}
    publisher.statuses = [301, 302, 308]
    assert fetch(publisher.url, into=copy).status == 200
    publisher.statuses = [307] * 4
    assert refused(publisher.url, copy) == "too_many_redirects"


@pytest.mark.promise("FEED-7")
@pytest.mark.parametrize(
    "location",
    ["http://10.0.0.1/", "http://169.254.169.254/latest/meta-data/", "file:///etc/passwd", "gopher://127.0.0.1/",
     "http://[::ffff:192.168.0.1]/", "http://user:secret@127.0.0.1/", "http://[", ""],
)  # fmt: skip
def test_a_redirect_is_checked_like_the_address_itself(publisher: Publisher, copy: Path, location: str) -> None:
    publisher.statuses, publisher.headers = [302] * 9, {"Location": location}
    assert refused(publisher.url, copy) in {"address_refused", "host_unknown", "too_many_redirects"}
    assert len(publisher.asked) <= 4


@pytest.mark.promise("FEED-7")
def test_a_redirect_may_not_leave_https() -> None:
    here = Target(httpx2.URL("https://feeds.example/jobs.xml"), "192.0.2.1")
    assert redirected(here, "/other.xml") == "https://feeds.example/other.xml"
    with pytest.raises(FetchError, match="redirects from https to an unprotected address"):
        redirected(here, "http://feeds.example/jobs.xml")


@pytest.mark.promise("FEED-7")
@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1/", "http://localhost/", "http://2130706433/", "http://0x7f000001/", "http://017700000001/",
     "http://127.1/", "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://[64:ff9b::7f00:1]/", "http://0.0.0.0/",
     "http://10.1.2.3/", "http://192.168.1.1/", "http://172.16.0.1/", "http://169.254.169.254/", "http://100.64.0.1/",
     "http://[fe80::1]/", "http://[fc00::1]/", "http://[fec0::1]/", "http://[2002:7f00:1::]/", "http://224.0.0.1/",
     "ftp://example.com/", "file:///etc/passwd", "https://user@example.com/", "https:///", "jobs.xml", "",
     "http://93.184.215.14:22/", "http://" + "a" * 3000],
)  # fmt: skip
def test_only_public_addresses_are_fetched_from(publisher: Publisher, copy: Path, settings: Settings, url: str) -> None:
    settings.FEEDS_ALLOW_LOOPBACK = False
    assert refused(url, copy) in {"address_refused", "host_unknown"}
    assert not copy.exists()


@pytest.mark.promise("FEED-7")
def test_loopback_alone_may_be_allowed(publisher: Publisher, copy: Path, settings: Settings) -> None:
    settings.FEEDS_ALLOW_LOOPBACK = True
    assert fetch(publisher.url, into=copy).status == 200
    assert fetch(publisher.url.replace("127.0.0.1", "localhost"), into=copy).status == 200
    assert refused("http://10.1.2.3/", copy) == "address_refused"
    settings.FEEDS_ALLOW_LOOPBACK = False
    assert refused(publisher.url, copy) == "address_refused"


@pytest.mark.promise("FEED-7")
def test_the_connection_goes_to_the_checked_address_under_the_hosts_own_name() -> None:
    request = Target(httpx2.URL("https://feeds.example:443/jobs.xml?a=1#top"), "192.0.2.1").request({})
    assert (request.url.host, request.headers["host"]) == ("192.0.2.1", "feeds.example")
    assert request.extensions["sni_hostname"] == "feeds.example"
    assert str(request.url) == "https://192.0.2.1/jobs.xml?a=1"


def test_proxies_of_the_environment_are_not_used(
    publisher: Publisher, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    assert fetch(publisher.url, into=copy).status == 200
