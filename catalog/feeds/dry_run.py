"""Mapping a document without writing anything: what `map_feed` shows before a feed is trusted."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError
from django.utils import timezone

from catalog.errors import ShortlistError
from catalog.feeds.errors import UnreadableDocumentError
from catalog.feeds.fetch import fetch
from catalog.feeds.locations import Locations, looked_up_locations
from catalog.feeds.mapper import Fallbacks, Mapper
from catalog.feeds.mapping import Mapping
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
    """All of a document. `left_out` are records that the mapping says are no postings; `flaw` is a sentence or empty."""

    records: int
    declared: int | None
    mapped: tuple[MappedRecord, ...]
    rejected: tuple[Refused, ...]
    left_out: int
    flaw: str


def map_document(source: str, mapping: Mapping, *, fallbacks: Fallbacks) -> DryRun:
    """Maps the file or address `source`. Raises ShortlistError where the document can't be had or read."""
    with tempfile.TemporaryDirectory(prefix="shortlist-map-") as folder:
        document = open_document(_copy(source, Path(folder)), mapping)
        mapper = Mapper(mapping, now=timezone.now(), locations=_locations(), fallbacks=fallbacks)
        results = [mapper.map(record) for record in document.records()]
    refused = (
        Refused(number, result.external_id, result.reasons)
        for number, result in enumerate(results, start=1)
        if isinstance(result, Rejected)
    )
    mapped = tuple(result for result in results if isinstance(result, MappedRecord))
    return DryRun(len(results), document.declared, mapped, tuple(refused), results.count(None), document.flaw)


def _copy(source: str, folder: Path) -> Path:
    copy = folder / "copy"
    if source.startswith(("https://", "http://")):
        fetch(source, into=copy)
        return copy
    try:
        copy.write_bytes(Path(source).read_bytes())
    except OSError as error:
        raise UnreadableDocumentError("no_file", f"The file {source} can't be read: {error.strerror}.") from error
    return copy


def _locations() -> Locations:
    """Mapping works without a database; locations then stay as they are written."""
    try:
        return looked_up_locations()
    except (DatabaseError, ImproperlyConfigured, ShortlistError):
        return Locations(can_look_up=False)
