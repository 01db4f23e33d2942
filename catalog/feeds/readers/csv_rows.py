"""Tables: a first row of names, then one row a posting, parted by commas, semicolons, tabs or bars."""

import csv
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from catalog.feeds.errors import UnreadableDocumentError
from catalog.feeds.mapping import Mapping
from catalog.feeds.paths import Record
from catalog.feeds.readers.document import Document
from catalog.feeds.readers.encoding import read_text

_LARGEST_CELL = 1 << 20
_SEPARATORS = ",;\t|"
_NAMED_SEPARATOR = re.compile(r"sep=(.)\s*")  # what Excel writes before the first row
_NO_NAME = re.compile(r"[^\w@]+")
_CUT_OFF = "The copy is cut off: its last row is shorter than the first."


def open_csv(path: Path, _mapping: Mapping) -> Document:
    """Reads the document to its end. Raises UnreadableDocumentError `not_csv`, `cut_off` or `broken`."""
    count, width, last = 0, 0, 0
    for row in _rows(path):
        count, last = count + 1, len(row)
        width = width or last
    if width < 2:
        raise UnreadableDocumentError("not_csv", "The copy is no table: its first row holds fewer than two names.")
    if count > 1 and last < width and not _ends_with_a_line(path):
        raise UnreadableDocumentError("cut_off", _CUT_OFF)
    return Document(count - 1, lambda: _records(path))


def _records(path: Path) -> Iterator[Record]:
    rows = _rows(path)
    names = [_NO_NAME.sub("_", name.strip().lower()).strip("_") for name in next(rows)]
    for row in rows:
        yield {name: cell.strip() for name, cell in zip(names, row, strict=False) if name}


def _rows(path: Path) -> Iterator[list[str]]:
    """Rows that hold anything; quoted cells may hold line breaks."""
    lines = _lines(read_text(path))
    first = next((line for line in lines if line.strip()), "")
    _refuse_other_formats(first)
    separator, head = _separator(first)
    csv.field_size_limit(_LARGEST_CELL)
    try:
        for row in csv.reader(_chained(head, lines), delimiter=separator, strict=True):
            if any(cell.strip() for cell in row):
                yield row
    except csv.Error as error:
        raise _unreadable(str(error)) from error


def _separator(first: str) -> tuple[str, str]:
    """The separator, and the first row of the table where `first` is it."""
    if named := _NAMED_SEPARATOR.fullmatch(first):
        return named[1], ""
    unquoted = re.sub(r'"[^"]*"', "", first)
    return max(_SEPARATORS, key=unquoted.count), first


def _lines(blocks: Iterable[str]) -> Iterator[str]:
    """Lines with their ends; control characters, which the parser refuses, are left out."""
    rest = ""
    for number, block in enumerate(blocks):
        text = rest + (block.removeprefix("\ufeff") if number == 0 else block).replace("\0", "")
        *whole, rest = text.splitlines(keepends=True) or [""]
        yield from whole
    yield rest


def _chained(head: str, lines: Iterator[str]) -> Iterator[str]:
    if head:
        yield head
    yield from lines


def _refuse_other_formats(first: str) -> None:
    if not first:
        raise UnreadableDocumentError("not_csv", "The copy is empty.")
    if first.lstrip().startswith(("<", "{", "[")):
        raise UnreadableDocumentError(
            "not_csv", "The address answered with a web page, XML or JSON instead of a table."
        )


def _unreadable(problem: str) -> UnreadableDocumentError:
    if "unexpected end of data" in problem:
        return UnreadableDocumentError("cut_off", "The copy is cut off: its last row is not complete.")
    return UnreadableDocumentError("broken", f"The copy is no sound table: {problem}.")


def _ends_with_a_line(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 4))
        return file.read().rstrip(b"\0 ").endswith((b"\n", b"\r"))
