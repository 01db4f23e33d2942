"""Whether an XML document is whole and sound, and mending it where it isn't sound. Shared by the XML and RSS readers."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lxml import etree

from catalog.feeds.errors import UnreadableDocumentError
from catalog.feeds.readers.repair import mend

_HEAD, _TAIL = 64 << 10, 4 << 10
# What may stand before the first element and after the last. Atomic and possessive, because a plain repetition of comments
# would try every way to part them: forty comments would keep a worker busy for ever.
_BEFORE = r"(?>[\s\ufeff]+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*+(?:\[.*?\]\s*+)?>)*+"
_FIRST_ELEMENT = re.compile(rf"\A{_BEFORE}<([\w.:-]+)", re.DOTALL)
_ENTITY = re.compile(r"<!ENTITY")
_WEB_PAGE = re.compile(
    r"\A(?>[\s\ufeff]+|<!--.*?-->)*+<(?:!doctype\s+html|html|head|body)\b", re.DOTALL | re.IGNORECASE
)
_AFTER_THE_END = re.compile(r"(?>\s+|<!--.*?-->|<\?.*?\?>|\x00+)++\Z", re.DOTALL)


def sound_copy(path: Path) -> Path:
    """The document itself if a strict parser accepts it, else a mended copy beside it that it accepts.

    Raises UnreadableDocumentError `not_xml`, `has_entities`, `cut_off` or `broken`."""
    root = _first_element(path)
    if _problem(path) is None:
        return path
    copy = path.with_name(f"{path.name}.mended")
    mend(path, copy)
    problem = _problem(copy)
    if problem is None:
        return copy
    if not _is_closed(copy, root):
        raise UnreadableDocumentError("cut_off", "The copy is cut off: its end is missing.")
    raise UnreadableDocumentError("broken", f"The copy is not well-formed XML: {problem.msg}.")


def elements(path: Path, *tags: str) -> Iterator[Any]:
    """The outermost elements of these local names in order; each is forgotten once the next is asked for.

    A first event without tags is the caller's affair: `etree.XMLSyntaxError` where the document isn't sound."""
    found = etree.iterparse(path, events=("end",), tag=[f"{{*}}{tag}" for tag in tags], **_GUARDS)
    for _, element in found:
        if next(element.iterancestors(*(f"{{*}}{tag}" for tag in tags)), None) is None:
            yield element
            _forget(element)


def root_name(path: Path) -> str:
    """The local name of the document's first element."""
    return _first_element(path).rpartition(":")[2]


# No external files, no entities, no network, and the parser's own limits on depth (256) and text (10 MB).
_GUARDS: dict[str, Any] = {
    "resolve_entities": False,
    "load_dtd": False,
    "no_network": True,
    "huge_tree": False,
    "recover": False,
    "remove_comments": True,
    "remove_pis": True,
}


def _first_element(path: Path) -> str:
    head = _text(path, size=_HEAD)
    if _WEB_PAGE.match(head):
        raise UnreadableDocumentError("not_xml", "The address answered with a web page instead of a feed.")
    first = _FIRST_ELEMENT.match(head)
    if first is None:
        raise UnreadableDocumentError("not_xml", "The copy is empty." if not head.strip() else "The copy is not XML.")
    if _ENTITY.search(first[0]):
        raise UnreadableDocumentError("has_entities", "The copy declares entities of its own, which feeds may not do.")
    return first[1]


def _problem(path: Path) -> etree.XMLSyntaxError | None:
    try:
        for _, element in etree.iterparse(path, events=("end",), **_GUARDS):
            _forget(element)
    except etree.XMLSyntaxError as error:
        return error
    return None


def _is_closed(path: Path, root: str) -> bool:
    tail = _AFTER_THE_END.sub("", _text(path, size=_TAIL, at_end=True))
    return bool(re.search(rf"</{re.escape(root)}\s*>\Z", tail))


def _text(path: Path, *, size: int, at_end: bool = False) -> str:
    with path.open("rb") as file:
        if at_end:
            file.seek(max(0, path.stat().st_size - size))
        part = file.read(size)
    wide = part[:2] in {b"\xff\xfe", b"\xfe\xff"}
    return part.decode("utf-16" if wide else "utf-8", errors="replace")


def _forget(element: Any) -> None:
    element.clear(keep_tail=False)
    while element.getprevious() is not None:
        del element.getparent()[0]
