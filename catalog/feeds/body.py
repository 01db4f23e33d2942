"""A response's body on its way to disk: bounded, unpacked, hashed, and complete or refused."""

import hashlib
import zlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2

from catalog.feeds.errors import FetchError

_GZIP = b"\x1f\x8b"
_PIECE = 1 << 20
_RATIO_COUNTS_FROM = 10 << 20  # small documents may well be repetitive


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds for one download, bytes before and after unpacking, how often to try."""

    seconds: float = 60.0
    size: int = 300 << 20
    ratio: int = 100
    redirects: int = 3
    attempts: int = 3
    longest_wait: float = 60.0


@dataclass(frozen=True, slots=True)
class Body:
    size: int
    sha256: str


async def write_body(response: httpx2.Response, path: Path, *, limits: Limits) -> Body:
    """Streams the body to `path`, unpacked. Raises FetchError `cut_off`, `too_large` or `bad_encoding`."""
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in {"identity", "gzip", "x-gzip", ""}:
        raise FetchError("bad_encoding", f"The copy is packed as “{encoding[:20]}”, which wasn't asked for.")
    digest, size = hashlib.sha256(), 0
    with path.open("wb") as file:
        async for piece in _unpacked(_bounded(response, limits), limits):
            size += len(piece)
            digest.update(piece)
            file.write(piece)
    return Body(size, digest.hexdigest())


async def _bounded(response: httpx2.Response, limits: Limits) -> AsyncIterator[bytes]:
    """The raw bytes; a body that ends before its Content-Length raises in the client."""
    announced = response.headers.get("content-length", "")
    if announced.isdigit() and int(announced) > limits.size:
        raise _too_large(limits)
    size = 0
    async for chunk in response.aiter_raw():
        size += len(chunk)
        if size > limits.size:
            raise _too_large(limits)
        yield chunk


async def _unpacked(chunks: AsyncIterator[bytes], limits: Limits) -> AsyncIterator[bytes]:
    """Gzip is known by its first two bytes, so files ending in .gz are unpacked whatever the server calls them."""
    head = b""
    gunzip: _Gunzip | None = None
    async for chunk in chunks:
        if len(head) < len(_GZIP):
            head += chunk
            if len(head) < len(_GZIP):
                continue
            gunzip, chunk = (_Gunzip(limits) if head.startswith(_GZIP) else None), head  # noqa: PLW2901 - the first bytes are in it
        for piece in gunzip.unpack(chunk) if gunzip else (chunk,):
            yield piece
    if 0 < len(head) < len(_GZIP):
        yield head
    if gunzip and not gunzip.is_complete:
        raise FetchError("cut_off", "The copy is cut off: its compressed data ends too early.")


class _Gunzip:
    """Unpacks gzip piece by piece, several members in a row too, and never more than the limits allow."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._member = zlib.decompressobj(wbits=31)
        self._taken = self._given = 0

    @property
    def is_complete(self) -> bool:
        return self._member.eof

    def unpack(self, chunk: bytes) -> Iterator[bytes]:
        self._taken += len(chunk)
        while chunk:
            if self._member.eof:
                if not chunk.strip(b"\0"):  # padding after the last member
                    return
                self._member = zlib.decompressobj(wbits=31)
            piece = self._decompress(chunk)
            self._count(piece)
            yield piece
            chunk = self._member.unconsumed_tail or self._member.unused_data

    def _decompress(self, chunk: bytes) -> bytes:
        try:
            return self._member.decompress(chunk, _PIECE)
        except zlib.error as error:
            raise FetchError("cut_off", "The copy's compressed data is damaged.") from error

    def _count(self, piece: bytes) -> None:
        self._given += len(piece)
        is_bomb = self._given > _RATIO_COUNTS_FROM and self._given > self._taken * self._limits.ratio
        if self._given > self._limits.size or is_bomb:
            raise _too_large(self._limits)


def _too_large(limits: Limits) -> FetchError:
    return FetchError("too_large", f"The copy is larger than {limits.size >> 20} MB or unpacks to far more than it is.")
