"""One more document for each posting, where the list leaves the description out, or where the list is a sitemap.

Each is asked for once and kept until its record changes or it is a week old. What can't be had now is asked for by the next
refresh; until then the run has a flaw, so that nothing is closed for it.
"""

import hashlib
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, Protocol

from django.utils import timezone

from catalog.feeds.body import Limits
from catalog.feeds.errors import FetchError, UnreadableDocumentError
from catalog.feeds.fetch import fetch
from catalog.feeds.mapping import Detail, Mapping
from catalog.feeds.paths import Record
from catalog.feeds.readers.document import Document
from catalog.feeds.readers.encoding import read_text
from catalog.feeds.readers.jsonld import postings_in
from catalog.feeds.templates import fill
from catalog.models import Feed, FeedDetail

_LIMITS = Limits(seconds=20, size=4 << 20, attempts=2, longest_wait=10)
_GIVES_UP_AFTER = 5  # failures in a row: the server has had enough


@dataclass(frozen=True, slots=True)
class Kept:
    """A document that was read earlier: the record it belongs to, as a hash, and its content."""

    mark: str
    content: Any
    is_fresh: bool


class Shelf(Protocol):
    """Where documents are kept between two refreshes."""

    def find(self, key: str, /) -> Kept | None: ...
    def keep(self, key: str, mark: str, content: Any, /) -> None: ...


@dataclass(frozen=True, slots=True)
class FeedShelf:
    """In the database, with the feed."""

    feed: Feed
    days: int

    def find(self, key: str) -> Kept | None:
        row = FeedDetail.objects.filter(feed=self.feed, key=key).first()
        if row is None:
            return None
        return Kept(row.mark, json.loads(row.content), row.read_at > timezone.now() - timedelta(days=self.days))

    def keep(self, key: str, mark: str, content: Any) -> None:
        values = {"mark": mark, "content": json.dumps(content), "read_at": timezone.now()}
        FeedDetail.objects.update_or_create(feed=self.feed, key=key, defaults=values)

    def forget_others(self, keys: set[str]) -> None:
        """Drops what belongs to no posting any more."""
        gone = [
            key for key in FeedDetail.objects.filter(feed=self.feed).values_list("key", flat=True) if key not in keys
        ]
        FeedDetail.objects.filter(feed=self.feed, key__in=gone).delete()


class NoShelf:
    """For a dry run, which writes nothing."""

    def find(self, _key: str, /) -> Kept | None:
        return None

    def keep(self, _key: str, _mark: str, _content: Any, /) -> None:
        """Keeps nothing."""


@dataclass(slots=True)
class Details:
    """Completes one copy's records, politely: so many calls a second and so many in all."""

    detail: Detail
    shelf: Shelf
    address: str
    most: int
    sign_of_life: Callable[[], None] = lambda: None
    keys: set[str] = field(default_factory=set)
    outstanding: int = 0
    _asked: int = 0
    _failed: int = 0

    @property
    def flaw(self) -> str:
        """A sentence where some postings are still without their second document."""
        if not self.outstanding:
            return ""
        return f"{self.outstanding} postings could not be read in full this time; the next refresh goes on."

    def completed(self, record: Record) -> list[Record]:
        """The record with its document in it; several where a page holds several postings."""
        address = fill(self.detail.url, record, address=self.address)
        if not address:
            return [record]
        key = hashlib.sha256(address.encode()).hexdigest()
        self.keys.add(key)
        found = self._content(address, key, _mark(record))
        return [record] if found is None else list(self._joined(record, found))

    def _content(self, address: str, key: str, mark: str) -> Any:
        kept = self.shelf.find(key)
        if kept and kept.is_fresh and kept.mark == mark:
            return kept.content
        content = self._ask(address)
        if content is None:
            self.outstanding += 1
            return kept.content if kept else None
        self.shelf.keep(key, mark, content)
        return content

    def _ask(self, address: str) -> Any:
        if self._asked >= self.most or self._failed >= _GIVES_UP_AFTER:
            return None
        if self._asked:
            time.sleep(1 / self.detail.per_second)
        self._asked += 1
        self.sign_of_life()
        try:
            content = _read(address, jsonld=self.detail.reads == "jsonld")
        except (FetchError, UnreadableDocumentError) as error:
            if error.code == "gone":  # a list may be older than its pages
                return []
            self._failed += 1
            return None
        self._failed = 0
        return content

    def _joined(self, record: Record, found: Any) -> Iterator[Record]:
        if self.detail.reads == "json":
            yield {**record, self.detail.into: found}
        elif found:
            yield from ({**record, **posting} for posting in found)
        else:
            yield record


def completed_records(
    document: Document, mapping: Mapping, *, feed: Feed, sign_of_life: Callable[[], None]
) -> tuple[Iterator[Record], Callable[[], str]]:
    """A document's records with their own documents in them; and, once all are read, what is still missing, as a sentence."""
    if mapping.detail is None:
        return document.records(), lambda: ""
    shelf = FeedShelf(feed, mapping.detail.keep_days)
    details = Details(mapping.detail, shelf, feed.url, mapping.detail.most, sign_of_life)

    def records() -> Iterator[Record]:
        for record in document.records():
            yield from details.completed(record)
        if not document.flaw:
            shelf.forget_others(details.keys)

    return records(), lambda: details.flaw


def _read(address: str, *, jsonld: bool) -> Any:
    with tempfile.TemporaryDirectory(prefix="shortlist-detail-") as folder:
        path = Path(folder) / "copy"
        fetch(address, into=path, limits=_LIMITS)
        text = "".join(read_text(path))
    if jsonld:
        return postings_in(text)[0]
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError) as error:
        raise UnreadableDocumentError("not_json", "The posting's own document is not valid JSON.") from error


def _mark(record: Record) -> str:
    return hashlib.sha256(json.dumps(record, default=str, sort_keys=True).encode()).hexdigest()
