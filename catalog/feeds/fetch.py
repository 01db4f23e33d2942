"""Fetching a feed from an address that somebody typed: guarded, bounded, conditional, and patient with busy servers."""

import asyncio
import email.utils
import re
from dataclasses import dataclass
from pathlib import Path

import httpx2
import stamina
from django.conf import settings
from django.utils import timezone

from catalog.feeds.body import Limits, write_body
from catalog.feeds.errors import FetchError
from catalog.feeds.targets import Target, find_target, redirected

_HEADERS = {
    "User-Agent": "Shortlist/1 (feed reader)",
    "Accept": "application/xml, application/json, application/rss+xml, text/xml;q=0.9, */*;q=0.5",
    "Accept-Encoding": "gzip, identity",
}
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_GONE = frozenset({404, 410})
_WORDS = {
    401: "asks for a password",
    403: "refuses access",
    404: "has nothing at this address any more",
    410: "says that this feed is gone for good",
    429: "says that it is asked too often",
}


@dataclass(frozen=True, slots=True)
class Validators:
    """What the last good copy was called by its server, so that an unchanged one need not travel again."""

    etag: str = ""
    last_modified: str = ""

    def headers(self) -> dict[str, str]:
        named = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in named.items() if value and _HEADER_SAFE.fullmatch(value)}


_HEADER_SAFE = re.compile(r"[\x20-\x7e]+")


@dataclass(frozen=True, slots=True)
class Fetched:
    """One answer: 304 with nothing new, or a whole copy on disk."""

    status: int
    size: int = 0
    sha256: str = ""
    validators: Validators = Validators()

    @property
    def is_unchanged(self) -> bool:
        return self.status == httpx2.codes.NOT_MODIFIED


class _PassingError(FetchError):
    """Worth another try, after `wait` seconds where the server named a time."""


def fetch(url: str, *, into: Path, validators: Validators = Validators(), limits: Limits = Limits()) -> Fetched:  # noqa: B008 - both are frozen
    """Streams the document at `url` to the file `into`, unpacked. Raises FetchError with a plain sentence."""
    return asyncio.run(_fetch_patiently(url, into, validators, limits))


async def _fetch_patiently(url: str, into: Path, validators: Validators, limits: Limits) -> Fetched:
    tries = stamina.retry_context(
        on=lambda error: _pause(error, limits), attempts=limits.attempts, timeout=None, wait_initial=0.5, wait_max=10
    )
    async for attempt in tries:
        with attempt:
            return await _fetch_in_time(url, into, validators, limits)
    raise AssertionError("a retry context either returns or raises")


def _pause(error: Exception, limits: Limits) -> bool | float:
    if not isinstance(error, _PassingError):
        return False
    if error.wait is None:
        return True
    return error.wait if error.wait <= limits.longest_wait else False


async def _fetch_in_time(url: str, into: Path, validators: Validators, limits: Limits) -> Fetched:
    try:
        async with asyncio.timeout(limits.seconds):  # also ends a server that drips its headers
            return await _fetch_once(url, into, validators, limits)
    except TimeoutError as error:
        raise FetchError("too_slow", f"The copy didn't arrive within {limits.seconds:g} seconds.") from error
    except httpx2.RemoteProtocolError as error:
        raise _PassingError("cut_off", "The copy is cut off: the server ended the connection too early.") from error
    except httpx2.TransportError as error:
        raise _PassingError("no_answer", "The server can't be reached or broke off the connection.") from error


async def _fetch_once(url: str, into: Path, validators: Validators, limits: Limits) -> Fetched:
    headers = {**_HEADERS, **validators.headers()}
    timeout = httpx2.Timeout(limits.seconds)
    async with httpx2.AsyncClient(trust_env=False, follow_redirects=False, timeout=timeout) as client:
        for _ in range(limits.redirects + 1):
            target = await find_target(url, allow_loopback=settings.FEEDS_ALLOW_LOOPBACK)
            response = await client.send(target.request(headers), stream=True)
            try:
                if response.status_code not in _REDIRECTS:
                    return await _take(response, target, into, limits)
                url = redirected(target, response.headers.get("location", ""))
            finally:
                await response.aclose()
    raise FetchError("too_many_redirects", f"The address redirects more than {limits.redirects} times.")


async def _take(response: httpx2.Response, target: Target, into: Path, limits: Limits) -> Fetched:
    status = response.status_code
    validators = Validators(response.headers.get("etag", "")[:300], response.headers.get("last-modified", "")[:60])
    if status == httpx2.codes.NOT_MODIFIED and _was_conditional(response):
        return Fetched(status, validators=validators)
    if status != httpx2.codes.OK:
        raise _refusal(response, target)
    body = await write_body(response, into, limits=limits)
    return Fetched(status, body.size, body.sha256, validators)


def _was_conditional(response: httpx2.Response) -> bool:
    return bool(response.request.headers.keys() & {"if-none-match", "if-modified-since"})


def _refusal(response: httpx2.Response, target: Target) -> FetchError:
    status = response.status_code
    words = _WORDS.get(status, "has trouble of its own" if status >= 500 else "doesn't give the feed")
    message = f"{target.url.host} {words} (HTTP {status})."
    if status not in _PASSING:
        return FetchError("gone" if status in _GONE else "http_status", message)
    error = _PassingError("http_status", message)
    error.wait = _retry_after(response.headers.get("retry-after", ""))
    return error


def _retry_after(text: str) -> float | None:
    """Seconds from now, of a number or a date; None where the server names no time."""
    if text.strip().isdigit():
        return float(text)
    try:
        moment = email.utils.parsedate_to_datetime(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        return None
    return max(0.0, (moment - timezone.now()).total_seconds())
