"""What records hold that no field of the mapping reads: where a keeper finds what the preset doesn't know yet."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from catalog.feeds.mapping import Mapping
from catalog.feeds.paths import TEXT, Record, paths_in

_LONGEST_EXAMPLE = 80
_MOST = 60
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class Leftover:
    """A path that holds something, in how many of the records, and the first thing that it held."""

    path: str
    records: int
    example: str


def leftovers(records: Iterable[Record], mapping: Mapping) -> tuple[Leftover, ...]:
    """The paths that nothing reads, the most frequent first."""
    read = paths_in(mapping)
    counts: dict[str, int] = {}
    examples: dict[str, str] = {}
    for record in records:
        found = {path: text for path, text in _leaves(record, "") if text and not _is_read(path, read)}
        for path, text in found.items():
            counts[path] = counts.get(path, 0) + 1
            examples.setdefault(path, text[:_LONGEST_EXAMPLE])
    ordered = sorted(counts, key=lambda path: (-counts[path], path))
    return tuple(Leftover(path, counts[path], examples[path]) for path in ordered[:_MOST])


def _leaves(value: Any, path: str, depth: int = 0) -> Iterator[tuple[str, str]]:
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(inner, path if name == TEXT else f"{path}.{name}".lstrip("."), depth + 1)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner, path, depth + 1)
    elif value is not None:
        yield path, str(value).strip()


def _is_read(path: str, read: frozenset[str]) -> bool:
    return any(path == known or path.startswith(f"{known}.") for known in read)
