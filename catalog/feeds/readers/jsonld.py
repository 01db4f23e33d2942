"""schema.org's JobPosting, wherever it is: in a web page, in a JSON document, or in pages that a sitemap lists.

A posting is a `JobPosting` at any depth (`@graph`, `ItemList`, `mainEntity`). Each record is the posting itself with its places
added as `places`, a `fingerprint`, and `company` where the organisation is a mere name. A page of a sitemap is a record with its `loc`.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

from lxml import etree

from catalog.feeds.errors import UnreadableDocumentError
from catalog.feeds.mapping import Mapping
from catalog.feeds.paths import Record
from catalog.feeds.readers.document import Document
from catalog.feeds.readers.encoding import read_text
from catalog.feeds.readers.schema_places import places_of
from catalog.feeds.readers.xml_document import elements, sound_copy

_LARGEST = 50 << 20  # JSON is parsed in one piece
_DEEPEST = 40
_SCRIPT = re.compile(
    r"""<script\b[^>]*\btype\s*=\s*["']?application/ld\+json\b[^>]*>(.*?)</script\s*>""", re.DOTALL | re.IGNORECASE
)
_WRAPPING = re.compile(
    r"\A\s*(?:<!--|/\*\s*<!\[CDATA\[\s*\*/|//\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|(?://|/\*)?\s*\]\]>\s*(?:\*/)?)\s*\Z"
)
_SITEMAP = re.compile(r"<(?:\w+:)?(urlset|sitemapindex)[\s>]")
_MENTIONS_A_POSTING = re.compile(r"JobPosting")


def open_jsonld(path: Path, _mapping: Mapping) -> Document:
    """Reads the document to its end. Raises UnreadableDocumentError `too_large`, `not_jsonld`, or what XML's reader raises."""
    if path.stat().st_size > _LARGEST:
        raise UnreadableDocumentError(
            "too_large", f"The copy is larger than {_LARGEST >> 20} MB, too large for JSON-LD."
        )
    with path.open("rb") as file:
        head = file.read(4096).decode("utf-8", errors="replace")
    if kind := _SITEMAP.search(head):
        return _open_sitemap(path, is_index=kind[1] == "sitemapindex")
    postings, flaw = postings_in("".join(read_text(path)))
    if not postings and flaw:
        raise UnreadableDocumentError("broken", flaw)
    return Document(len(postings), lambda: iter(postings), flaw=flaw)


def postings_in(text: str) -> tuple[list[Record], str]:
    """The postings of a JSON document or of a web page; and a flaw where one is there but can't be read.

    Raises UnreadableDocumentError `not_jsonld` where the text is neither."""
    plain = text.strip().removeprefix("\ufeff")
    if not plain.startswith(("{", "[", "<")):
        raise UnreadableDocumentError(
            "not_jsonld", "The copy is empty." if not plain else "The copy is no page and no JSON."
        )
    blocks = [plain] if plain[0] in "{[" else [match[1] for match in _SCRIPT.finditer(plain)]
    postings: list[Record] = []
    flaw = ""
    for block in blocks:
        parsed = _parsed(block)
        if parsed is None and _MENTIONS_A_POSTING.search(block):
            flaw = "A posting of the copy is not valid JSON."
        postings += [_with_places(found) for found in _postings(parsed)]
    return postings, flaw


def _parsed(block: str) -> Any:
    """The block as JSON; line breaks inside texts, comments around it and a semicolon behind it are forgiven."""
    bare = _WRAPPING.sub("", _WRAPPING.sub("", block)).strip().rstrip(";")
    for text in (bare, unescape(bare)):
        try:
            return json.loads(text, strict=False)
        except (ValueError, RecursionError):
            continue
    return None


def _postings(value: Any, depth: int = 0) -> Iterator[Record]:
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        if _is_posting(value.get("@type")):
            yield value
            return
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _postings(inner, depth + 1)


def _is_posting(kind: Any) -> bool:
    kinds = kind if isinstance(kind, list) else [kind]
    return any(isinstance(name, str) and re.split(r"[/:#]", name)[-1] == "JobPosting" for name in kinds)


def _with_places(posting: Record) -> Record:
    organisation = posting.get("hiringOrganization")
    name = {"company": organisation} if isinstance(organisation, str) else {}
    found = {**posting, **name, "places": places_of(posting)}
    return {**found, "fingerprint": _fingerprint(found)}


def _fingerprint(posting: Record) -> str:
    """Stands in for an id where a posting has none: its title, employer and places."""
    said = [posting.get(name) for name in ("title", "hiringOrganization", "places")]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:32]


def _open_sitemap(path: Path, *, is_index: bool) -> Document:
    """A sitemap's pages as records; a sitemap of sitemaps leads on to them and holds nothing itself."""
    sound = sound_copy(path)
    if is_index:
        return Document(0, lambda: iter(()), following=tuple(page["loc"] for page in _pages(sound, "sitemap")))
    return Document(sum(1 for _ in _pages(sound, "url")), lambda: _pages(sound, "url"))


def _pages(path: Path, tag: str) -> Iterator[Record]:
    for element in elements(path, tag):
        page = {
            etree.QName(child).localname: (child.text or "").strip() for child in element.iterchildren(etree.Element)
        }
        if page.get("loc"):
            yield page
