"""What every reader gives back once it has seen the whole document: how much is in it, and a way to go through it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from catalog.feeds.paths import Record


@dataclass(frozen=True, slots=True)
class Document:
    """A document that was read to its end. `count` and `declared` are postings: found, and as the feed itself says.

    `flaw` is a plain sentence where the document was readable but not sound; such a copy may not close anything.
    `following` is what the document says about its next page, or which other documents it leads to."""

    count: int
    records: Callable[[], Iterator[Record]]
    declared: int | None = None
    flaw: str = ""
    following: tuple[str, ...] = ()


def as_total(text: str | None) -> int | None:
    """A declared total; None where the text is no plain number."""
    digits = (text or "").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None
