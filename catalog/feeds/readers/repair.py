"""Mending XML that a strict parser refuses, so that nothing is read in a forgiving mode.

A forgiving parser hides what it drops: `R&D Engineer` becomes `R Engineer`, and a document that is cut off looks whole.
"""

import re
from collections.abc import Iterable, Iterator
from html.entities import html5
from pathlib import Path
from xml.sax.saxutils import escape

from catalog.feeds.readers.encoding import read_text

_DECLARATION = re.compile(r"\A[\s\ufeff]*(?:<\?xml[^>]*\?>)?\s*")
_DECLARED_ENCODING = re.compile(rb"""<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)""")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_AMPERSAND = re.compile(r"&(?:#(\d{1,7}|[xX][0-9a-fA-F]{1,6});|([A-Za-z][A-Za-z0-9]{1,30});)?")
_OF_XML = frozenset({"amp", "lt", "gt", "quot", "apos"})
_OPEN, _CLOSE = "<![CDATA[", "]]>"
_LONGEST_PIECE = 40
_UNFINISHED = re.compile(r"(?:<[^<]{0,7}|&[#\w]{0,31}|\]{1,2})\Z")


def mend(path: Path, target: Path) -> None:
    """Writes the document to `target` as UTF-8: bare ampersands, HTML's entities, control characters, stray `]]>`, encoding."""
    with path.open("rb") as file:
        declared = _DECLARED_ENCODING.search(file.read(200))
    blocks = read_text(path, declared=declared[1].decode() if declared else "")
    with target.open("w", encoding="utf-8", newline="") as out:
        for text in _mended(_CONTROL.sub("", block) for block in _without_declaration(blocks)):
            out.write(text)


def _without_declaration(blocks: Iterable[str]) -> Iterator[str]:
    first = True
    for block in blocks:
        yield _DECLARATION.sub("", block, count=1) if first else block
        first = False


def _mended(blocks: Iterable[str]) -> Iterator[str]:
    """Everything outside CDATA sections is mended; a piece that may go on in the next block waits for it."""
    rest, inside = "", False
    for block in blocks:
        text, start = rest + block, 0
        while (found := text.find(_CLOSE if inside else _OPEN, start)) >= 0:
            end = found + len(_CLOSE if inside else _OPEN)
            yield text[start:end] if inside else _mend_text(text[start:found]) + _OPEN
            start, inside = end, not inside
        cut = max(start, _settled(text))
        yield text[start:cut] if inside else _mend_text(text[start:cut])
        rest = text[cut:]
    yield rest if inside else _mend_text(rest)


def _settled(text: str) -> int:
    """Where the text's last few characters may be the first ones of a mark or a reference; its length if they aren't."""
    unfinished = _UNFINISHED.search(text, max(0, len(text) - _LONGEST_PIECE))
    return unfinished.start() if unfinished else len(text)


def _mend_text(text: str) -> str:
    return _AMPERSAND.sub(_mend_reference, text).replace(_CLOSE, "]]&gt;")


def _mend_reference(match: re.Match[str]) -> str:
    number, name = match.groups()
    if number:
        code = int(number[1:], 16) if number[0] in "xX" else int(number)
        return match[0] if _is_xml_character(code) else ""
    if name in _OF_XML:
        return match[0]
    if name and (character := html5.get(f"{name};")):
        return escape(character)
    return f"&amp;{match[0][1:]}"


def _is_xml_character(code: int) -> bool:
    return code in {0x9, 0xA, 0xD} or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or 0x10000 <= code <= 0x10FFFF
