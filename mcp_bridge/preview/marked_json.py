"""Two JSON values as one text, for people to read: what is gone and what is new stands marked in its place.

Leave the old pieces out and the text is the new value; leave the new ones out and it is the old value.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby, zip_longest
from typing import Any, Final

from catalog.tools.diff import Change, Kind, Piece

LINE = 72  # characters that an object or a list may take before it is broken into lines
ABSENT: Final = object()


@dataclass(frozen=True)
class _Entry:
    """A member of an object or an item of a list; `old` or `new` is ABSENT where only the other has it."""

    lead: str
    old: Any
    new: Any

    @property
    def kind(self) -> Kind:
        return Kind.NEW if self.old is ABSENT else Kind.OLD if self.new is ABSENT else Kind.SAME


def marked_json(old: Any, new: Any) -> list[Piece]:
    """The pieces in reading order, neighbours of one kind joined. Equal values are one piece."""
    found = groupby(_pieces(old, new, 0), key=lambda piece: piece.kind)
    return [Piece(kind, "".join(piece.text for piece in pieces)) for kind, pieces in found]


def _pieces(old: Any, new: Any, depth: int) -> Iterator[Piece]:
    if old is ABSENT or new is ABSENT or _compact(old) == _compact(new):
        kind = Kind.NEW if old is ABSENT else Kind.OLD if new is ABSENT else Kind.SAME
        yield Piece(kind, _written(old if new is ABSENT else new, depth))
    elif isinstance(old, dict) and isinstance(new, dict):
        yield from _block("{}", _members(old, new), depth)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _block("[]", list(_items(old, new)), depth)
    elif isinstance(old, str) and isinstance(new, str):
        words = Change("", "", _compact(old)[1:-1], _compact(new)[1:-1]).pieces()
        yield from (Piece(Kind.SAME, '"'), *words, Piece(Kind.SAME, '"'))
    else:
        yield from (Piece(Kind.OLD, _written(old, depth)), Piece(Kind.NEW, _written(new, depth)))


def _members(old: dict[str, Any], new: dict[str, Any]) -> list[_Entry]:
    names = [*new, *(name for name in old if name not in new)]
    return [_Entry(f"{_compact(name)}: ", old.get(name, ABSENT), new.get(name, ABSENT)) for name in names]


def _items(old: list[Any], new: list[Any]) -> Iterator[_Entry]:
    matcher = SequenceMatcher(None, [*map(_compact, old)], [*map(_compact, new)], autojunk=False)
    for _, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        for before, after in zip_longest(old[old_from:old_to], new[new_from:new_to], fillvalue=ABSENT):
            yield _Entry("", before, after)


def _block(brackets: str, entries: list[_Entry], depth: int) -> Iterator[Piece]:
    text = "".join(entry.lead + _compact(value) for entry in entries for value in _values(entry))
    between, end = _breaks(len(text) + 2 * len(entries), depth)
    last = {kind: max((at for at, entry in enumerate(entries) if entry.kind is not kind), default=-1) for kind in Kind}
    yield Piece(Kind.SAME, brackets[0])
    for at, entry in enumerate(entries):
        yield Piece(entry.kind, between + entry.lead)
        yield from _pieces(entry.old, entry.new, depth + 1)
        yield from _comma(entry, in_old=at < last[Kind.NEW], in_new=at < last[Kind.OLD])
    yield Piece(Kind.SAME, end + brackets[1])


def _comma(entry: _Entry, *, in_old: bool, in_new: bool) -> Iterator[Piece]:
    """JSON wants a comma between two members: the old and the new text may end at different ones."""
    needs_old, needs_new = in_old and entry.kind is not Kind.NEW, in_new and entry.kind is not Kind.OLD
    if needs_old or needs_new:
        yield Piece(Kind.SAME if needs_old and needs_new else Kind.OLD if needs_old else Kind.NEW, ",")


def _values(entry: _Entry) -> Iterator[Any]:
    return (value for value in (entry.old, entry.new) if value is not ABSENT)


def _written(value: Any, depth: int) -> str:
    if not isinstance(value, (dict, list)) or not value:
        return _compact(value)
    between, end = _breaks(len(_compact(value)), depth)
    if isinstance(value, dict):
        parts = [f"{_compact(name)}: {_written(item, depth + 1)}" for name, item in value.items()]
    else:
        parts = [_written(item, depth + 1) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return opening + between + f",{between}".join(parts) + end + closing


def _breaks(length: int, depth: int) -> tuple[str, str]:
    """What stands before each entry, and before the closing bracket."""
    if length + 2 * depth <= LINE:
        return " ", " "
    return "\n" + "  " * (depth + 1), "\n" + "  " * depth


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
