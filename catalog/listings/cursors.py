"""Cursors: where a page ended, opaque, short and tied to its search. Nothing is stored."""

import base64
import hashlib
import json
from dataclasses import asdict, dataclass

from django.utils.crypto import constant_time_compare, salted_hmac

from catalog.errors import ShortlistError
from catalog.listings.filters import Filters

MARK = 8  # characters of the keyed mark: it stops accidents and curiosity, a cursor gives no rights


@dataclass(frozen=True)
class Position:
    """`asked_at` (minutes since 1970) keeps ranks and ages the same on every page; `last` is the last listing's key."""

    asked_at: int
    offset: int = 0
    value: float = 0
    last: int = 0


def write_cursor(filters: Filters, position: Position) -> str:
    """A position as text for the next call of the same search."""
    plain = f"{position.asked_at:x}.{position.offset:x}.{position.value!r}.{position.last:x}"
    return base64.urlsafe_b64encode(f"{plain}~{_mark(filters, plain)}".encode()).decode().rstrip("=")


def read_cursor(cursor: str, filters: Filters) -> Position:
    """Raises `bad_cursor` for text that is no cursor, or that belongs to another search."""
    try:
        return _position(_genuine(cursor, filters))
    except ValueError:
        raise ShortlistError(
            "bad_cursor",
            "This cursor belongs to another search, or is incomplete.",
            "Call again without it, or with the same filters that it came from.",
        ) from None


def _genuine(cursor: str, filters: Filters) -> str:
    plain, mark = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii").split("~")
    if not constant_time_compare(mark, _mark(filters, plain)):
        raise ValueError("not written by us for this search")
    return plain


def _position(plain: str) -> Position:
    asked_at, offset, rest = plain.split(".", 2)
    value, last = rest.rsplit(".", 1)
    return Position(int(asked_at, 16), int(offset, 16), float(value), int(last, 16))


def _mark(filters: Filters, plain: str) -> str:
    search = hashlib.sha256(json.dumps(asdict(filters), sort_keys=True).encode()).hexdigest()
    return salted_hmac("catalog.listings.cursors", f"{search}:{plain}", algorithm="sha256").hexdigest()[:MARK]
