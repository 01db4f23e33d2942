"""Mapping a document without writing anything: what `map_feed` shows before a feed is trusted."""

import tempfile
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError
from django.utils import timezone

from catalog.errors import ShortlistError
from catalog.feeds.body import Limits
from catalog.feeds.details import Details, NoShelf
from catalog.feeds.errors import UnreadableDocumentError
from catalog.feeds.locations import Locations, looked_up_locations
from catalog.feeds.mapper import Fallbacks, Mapper
from catalog.feeds.mapping import Mapping
from catalog.feeds.pages import fetch_copy
from catalog.feeds.paths import Record
from catalog.feeds.readers.document import Document
from catalog.feeds.readers.opening import open_document
from catalog.feeds.record import MappedRecord, Rejected


@dataclass(frozen=True, slots=True)
class Refused:
    """A record that can't be mapped: its number in the document, counted from 1, and why."""

    record: int
    external_id: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DryRun:
    """A document, record by record with what became of it. `flaw` is a sentence or empty."""

    results: tuple[tuple[Record, MappedRecord | Rejected | None], ...]
    declared: int | None
    flaw: str
    found: int  # records that the document holds, read or not

    @property
    def records(self) -> int:
        return len(self.results)

    @property
    def mapped(self) -> tuple[MappedRecord, ...]:
        return tuple(result for _, result in self.results if isinstance(result, MappedRecord))

    @property
    def rejected(self) -> tuple[Refused, ...]:
        return tuple(
            Refused(number, result.external_id, result.reasons)
            for number, (_, result) in enumerate(self.results, start=1)
            if isinstance(result, Rejected)
        )

    @property
    def left_out(self) -> int:
        """Records that the mapping says are no postings."""
        return sum(result is None for _, result in self.results)


@dataclass(frozen=True, slots=True)
class Extent:
    """How much of a feed a dry run reads: records, pages of a list, postings' own documents, and what fetching may cost."""

    records: int | None = None
    pages: int | None = None
    details: int = 20
    limits: Limits = field(default_factory=Limits)


WHOLE = Extent()


def map_document(source: str, mapping: Mapping, *, fallbacks: Fallbacks, extent: Extent = WHOLE) -> DryRun:
    """Maps the file or address `source`. Raises ShortlistError where the document can't be had or read."""
    with tempfile.TemporaryDirectory(prefix="shortlist-map-") as folder:
        document = _opened(source, _shortened(mapping, extent), Path(folder), extent.limits)
        mapper = Mapper(
            mapping, now=timezone.now(), locations=_locations(), fallbacks=replace(fallbacks, address=source)
        )
        details = Details(mapping.detail, NoShelf(), source, extent.details) if mapping.detail else None
        completed = details.completed if details else lambda record: [record]
        records = chain.from_iterable(completed(record) for record in islice(document.records(), extent.records))
        results = tuple((record, mapper.map(record)) for record in records)
    return DryRun(results, document.declared, document.flaw, document.count)


def _shortened(mapping: Mapping, extent: Extent) -> Mapping:
    if mapping.paging is None or extent.pages is None:
        return mapping
    return mapping.model_copy(update={"paging": mapping.paging.model_copy(update={"most": extent.pages})})


def _opened(source: str, mapping: Mapping, folder: Path, limits: Limits) -> Document:
    if source.startswith(("https://", "http://")):
        return fetch_copy(source, mapping, folder=folder, limits=limits).open()
    copy = folder / "copy"
    try:
        copy.write_bytes(Path(source).read_bytes())
    except OSError as error:
        raise UnreadableDocumentError("no_file", f"The file {source} can't be read: {error.strerror}.") from error
    return open_document(copy, mapping)


def _locations() -> Locations:
    """Mapping works without a database; locations then stay as they are written."""
    try:
        return looked_up_locations()
    except (DatabaseError, ImproperlyConfigured, ShortlistError):
        return Locations(can_look_up=False)
