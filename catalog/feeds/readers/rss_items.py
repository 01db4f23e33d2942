"""RSS and Atom, with the elements that job boards add to their items."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

from feedparser.api import parse as _untyped_parse

from catalog.feeds.errors import UnreadableDocumentError
from catalog.feeds.mapping import Mapping
from catalog.feeds.readers.document import Document
from catalog.feeds.readers.xml_document import root_name, sound_copy

_ROOTS = ("rss", "feed", "RDF")
_LARGEST = 50 << 20  # the parser keeps the whole document in memory
_parse = cast("Callable[..., Any]", _untyped_parse)
CHANNEL = "channel"  # each record also holds its channel, so that a mapping may read `channel.title`


def open_rss(path: Path, mapping: Mapping) -> Document:
    """Reads the document to its end; one that can't be mended is read forgivingly and has a `flaw`.

    Raises UnreadableDocumentError: not RSS, cut off, too large."""
    root = root_name(path)
    if root not in (mapping.roots or _ROOTS):
        raise UnreadableDocumentError(
            "wrong_root", f"The copy starts with <{root}>; RSS starts with <rss> and Atom with <feed>."
        )
    if path.stat().st_size > _LARGEST:
        raise UnreadableDocumentError("too_large", f"The copy is larger than {_LARGEST >> 20} MB, too large for RSS.")
    sound, flaw = _sound_or_flawed(path)
    feed: Any = _parse(sound.read_bytes(), sanitize_html=False, resolve_relative_uris=False)
    channel = {"title": feed.feed.get("title", ""), "link": feed.feed.get("link", "")}
    records = [{**_plain(entry), CHANNEL: channel} for entry in feed.entries]
    following = tuple(link.get("href", "") for link in feed.feed.get("links", ()) if link.get("rel") == "next")
    return Document(len(records), lambda: iter(records), flaw=flaw, following=following[:1])


def _sound_or_flawed(path: Path) -> tuple[Path, str]:
    try:
        return sound_copy(path), ""
    except UnreadableDocumentError as error:
        if error.code != "broken":
            raise
        return path, error.message


def _plain(value: Any) -> Any:
    """Feedparser's dictionaries answer to many names; a record holds what is there, under its own name."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in _items(value)}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return value if isinstance(value, str | int | float | bool) else None


def _items(value: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((key, inner) for key, inner in value.items() if not key.endswith("_parsed"))
