"""Mapping one record in a test, without a database."""

from datetime import UTC, datetime
from typing import Any

from catalog.feeds.locations import Locations
from catalog.feeds.mapper import Fallbacks, Mapper
from catalog.feeds.mapping import Mapping
from catalog.feeds.record import MappedRecord, Rejected

NOW = datetime(2026, 11, 30, tzinfo=UTC)
NONE = Fallbacks()


def mapped(mapping: Mapping, record: dict[str, Any], *, fallbacks: Fallbacks = NONE) -> MappedRecord:
    result = map_record(mapping, record, fallbacks)
    assert isinstance(result, MappedRecord), result
    return result


def map_record(mapping: Mapping, record: dict[str, Any], fallbacks: Fallbacks = NONE) -> MappedRecord | Rejected | None:
    return Mapper(mapping, now=NOW, locations=Locations(can_look_up=False), fallbacks=fallbacks).map(record)
