"""Reading values out of a record by path. A record is what every reader yields: dicts, lists and plain values."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from catalog.feeds.mapping import All, Each, Mapping, Source

type Record = dict[str, Any]

_STEP = re.compile(r"([^.\[\]]+)(?:\[([^=\]]+)=([^\]]*)\])?(?:\.|$)")
TEXT = "#text"  # where the XML reader keeps the text of an element that has attributes or children


@dataclass(frozen=True, slots=True)
class _Step:
    name: str
    key: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """What a source gave, and the source itself as it is written down for provenance."""

    values: tuple[str, ...]
    source: str


NOTHING = Found((), "")


def find(record: Record, sources: Iterable[Source], *, joint: str) -> Found:
    """The values of the first source that has any; the parts of one source are put together with `joint`."""
    for source in sources:
        if (
            isinstance(source, str) and _first(source) not in record
        ):  # most sources of a preset: another publisher's names
            continue
        values = tuple(value for value in _values(record, source, joint) if value)
        if values:
            return Found(values, _name(source))
    return NOTHING


def _values(record: Record, source: Source, joint: str) -> Iterator[str]:
    match source:
        case str():
            yield from texts(record, source)
        case All():
            yield from (text for path in source.all for text in texts(record, path))
        case Each():
            yield from (_joined(part, source.parts, joint) for part in _walk([record], _steps(source.each)))
        case _:
            yield _joined(record, source, joint)


def _joined(part: Any, sources: Sequence[str | Each], joint: str) -> str:
    found = [[value for value in _values(part, source, joint) if value] for source in sources]
    return joint.join(dict.fromkeys(value for values in found for value in values)) if found[0] else ""


def texts(record: Any, path: str) -> Iterator[str]:
    """Every plain value at `path` as text; booleans as `true` and `false`, nothing for null."""
    steps = _steps(path)
    if len(steps) == 1 and isinstance(record, dict) and isinstance(value := record.get(steps[0].name), str):
        if not steps[0].key:
            yield value.strip()
        return
    for value in _walk([record], steps):
        plain = value.get(TEXT) if isinstance(value, dict) else value
        if isinstance(plain, bool):
            yield str(plain).lower()
        elif plain is not None:
            yield str(plain).strip()


def _walk(parts: list[Any], steps: tuple[_Step, ...]) -> list[Any]:
    for step in steps:
        parts = [found for part in parts if isinstance(part, dict) for found in _as_list(part.get(step.name))]
        if step.key:
            parts = [part for part in parts if step.value in texts(part, step.key)]
    return parts


def _as_list(value: Any) -> list[Any]:
    if isinstance(value, list):
        return [inner for outer in value for inner in _as_list(outer)]
    return [] if value is None else [value]


@lru_cache(maxsize=2_000)
def _first(path: str) -> str:
    return _steps(path)[0].name


@lru_cache(maxsize=2_000)
def _steps(path: str) -> tuple[_Step, ...]:
    return tuple(_Step(*(group or "" for group in match.groups())) for match in _STEP.finditer(path))


def names_in(mapping: Mapping) -> frozenset[str]:
    """Every name that a path of the mapping steps through."""
    steps = (step for path in _all_paths(mapping) for step in _steps(path))
    return frozenset(name for step in steps for name in (step.name, step.key) if name)


def paths_in(mapping: Mapping) -> frozenset[str]:
    """Every path of the mapping, without its conditions."""
    return frozenset(".".join(step.name for step in _steps(path)) for path in _all_paths(mapping))


def _all_paths(mapping: Mapping) -> Iterator[str]:
    for source in (source for sources in mapping.fields.values() for source in sources):
        yield from _paths(source)
    yield from (path for flags in mapping.flags.values() for path in flags)
    yield from (path for condition in mapping.leave_out for path in condition.path)


def _paths(source: Source | Each) -> Iterator[str]:
    match source:
        case str():
            yield source
        case All():
            yield from source.all
        case Each():
            yield from (f"{source.each}.{part}" for part in source.parts)
        case _:
            yield from (path for part in source for path in _paths(part))


def _name(source: str | Each | All | Sequence[str | Each]) -> str:
    match source:
        case str():
            return source
        case All():
            return "; ".join(source.all)
        case Each():
            return f"{source.each}: {_name(source.parts)}"
        case _:
            return " + ".join(map(_name, source))
