"""XML with one element a posting: the dialects of Indeed, ZipRecruiter, Jobrapido, LinkedIn, Personio and their like."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lxml import etree

from catalog.feeds.errors import UnreadableDocumentError
from catalog.feeds.mapping import Mapping
from catalog.feeds.paths import TEXT, Record
from catalog.feeds.readers.document import Document, as_total
from catalog.feeds.readers.xml_document import elements, root_name, sound_copy

_MARKUP = frozenset(
    {"p", "br", "ul", "ol", "li", "div", "span", "b", "strong", "i", "em", "h1", "h2", "h3", "h4", "table"}
)


def open_xml(path: Path, mapping: Mapping) -> Document:
    """Reads the document to its end. Raises UnreadableDocumentError, also `wrong_root` for somebody else's XML."""
    root = root_name(path)
    if mapping.roots and root not in mapping.roots:
        expected = " or ".join(f"<{name}>" for name in mapping.roots)
        raise UnreadableDocumentError(
            "wrong_root", f"The copy starts with <{root}>; this feed should start with {expected}."
        )
    sound = sound_copy(path)
    count, declared = 0, None
    for element in elements(sound, *mapping.records, *mapping.total):
        name = etree.QName(element).localname
        count += name in mapping.records
        declared = as_total(element.text) if name in mapping.total else declared
    return Document(count, lambda: _records(sound, mapping), declared)


def _records(path: Path, mapping: Mapping) -> Iterator[Record]:
    for element in elements(path, *mapping.records):
        yield _as_record(element)


def _as_record(element: Any) -> Record:
    """Children by local name, in lists where a name comes more than once; attributes as `@name`."""
    record: Record = {f"@{etree.QName(name).localname}": value for name, value in element.attrib.items()}
    for child in element.iterchildren(etree.Element):
        name, value = etree.QName(child).localname, _as_value(child)
        if name not in record:
            record[name] = value
        elif isinstance(record[name], list):
            record[name].append(value)
        else:
            record[name] = [record[name], value]
    return record


def _as_value(element: Any) -> Any:
    if any(etree.QName(child).localname.lower() in _MARKUP for child in element.iterchildren(etree.Element)):
        return _inner_markup(element)
    if len(element) == 0 and not element.attrib:
        return element.text or ""
    return {**_as_record(element), TEXT: "".join(element.itertext()) if len(element) == 0 else element.text or ""}


def _inner_markup(element: Any) -> str:
    """A description whose HTML is part of the XML, as the HTML it was meant to be."""
    return (element.text or "") + "".join(etree.tostring(child, encoding="unicode") for child in element)
