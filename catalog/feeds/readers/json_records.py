"""JSON with a list of postings somewhere in it: Greenhouse, Lever, Ashby, Recruitee and their like."""

import codecs
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ijson
from ijson.common import JSONError

from catalog.feeds.errors import UnreadableDocumentError
from catalog.feeds.mapping import Mapping
from catalog.feeds.paths import Record
from catalog.feeds.readers.document import Document, as_total
from catalog.feeds.readers.encoding import read_text

_DEEPEST = 64


@dataclass(slots=True)
class _Seen:
    """What one pass over the events found: the size of each list that may hold the postings, and the declared total."""

    sizes: Counter[str] = field(default_factory=Counter)
    lists: set[str] = field(default_factory=set)
    declared: int | None = None
    following: str = ""


def open_json(path: Path, mapping: Mapping) -> Document:
    """Reads the document to its end. Raises UnreadableDocumentError `not_json`, `cut_off`, `broken`, `too_deep`, `wrong_root`."""
    _refuse_other_formats(path)
    sound = _as_utf8(path)
    seen = _look_through(sound, mapping)
    place = next((place for place in mapping.records if place in seen.lists), None)
    if place is None:
        expected = " or ".join(f"“{place}”" if place else "a list at the top" for place in mapping.records)
        raise UnreadableDocumentError(
            "wrong_root", f"The copy has no list of postings; this feed should have {expected}."
        )
    following = (seen.following,) if seen.following else ()
    return Document(seen.sizes[place], lambda: _records(sound, place), seen.declared, following=following)


def _records(path: Path, place: str) -> Iterator[Record]:
    with path.open("rb") as file:
        yield from (item for item in ijson.items(file, _item(place), use_float=True) if isinstance(item, dict))


def _look_through(path: Path, mapping: Mapping) -> _Seen:
    seen = _Seen()
    places = {_item(place): place for place in mapping.records}
    next_page = mapping.paging.path if mapping.paging else ""
    try:
        with path.open("rb") as file:
            for prefix, event, value in _not_too_deep(ijson.parse(file, use_float=True)):
                if event == "start_array" and prefix in mapping.records:
                    seen.lists.add(prefix)
                elif event == "start_map" and prefix in places:
                    seen.sizes[places[prefix]] += 1
                elif event in {"number", "string"} and prefix in mapping.total:
                    seen.declared = as_total(str(value))
                elif event in {"number", "string"} and prefix == next_page:
                    seen.following = str(value)
    except JSONError as error:
        raise _unreadable(error) from error
    return seen


def _not_too_deep(events: Iterator[tuple[str, str, Any]]) -> Iterator[tuple[str, str, Any]]:
    depth = 0
    for event in events:
        depth += event[1].startswith("start_") - event[1].startswith("end_")
        if depth > _DEEPEST:
            raise UnreadableDocumentError(
                "too_deep", f"The copy nests more than {_DEEPEST} levels, which no feed needs."
            )
        yield event


def _unreadable(error: JSONError) -> UnreadableDocumentError:
    detail = str(error).strip().splitlines()[0].rstrip(".")
    if "premature EOF" in detail or "Incomplete" in detail:
        return UnreadableDocumentError("cut_off", "The copy is cut off: its end is missing.")
    return UnreadableDocumentError("broken", f"The copy is not valid JSON: {detail}.")


def _refuse_other_formats(path: Path) -> None:
    with path.open("rb") as file:
        head = file.read(1000).lstrip(codecs.BOM_UTF8 + b" \t\r\n")
    if not head:
        raise UnreadableDocumentError("not_json", "The copy is empty.")
    if head.startswith(b"<"):
        raise UnreadableDocumentError("not_json", "The address answered with a web page or XML instead of JSON.")


def _as_utf8(path: Path) -> Path:
    """The document itself if it is UTF-8, else a copy that is."""
    copy = path.with_name(f"{path.name}.utf8")
    with copy.open("w", encoding="utf-8", newline="") as out:
        for number, text in enumerate(read_text(path)):
            out.write(text.removeprefix("\ufeff") if number == 0 else text)
    return copy


def _item(place: str) -> str:
    return f"{place}.item" if place else "item"
