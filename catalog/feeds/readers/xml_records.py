"""XML with one element a posting: the dialects of Indeed, ZipRecruiter, Jobrapido, LinkedIn, Personio and their like."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lxml import etree

from catalog.feeds.errors import UnreadableDocumentError
from catalog.feeds.mapping import Mapping
from catalog.feeds.paths import TEXT, Record, names_in
from catalog.feeds.readers.document import Document, as_total
from catalog.feeds.readers.xml_document import elements, root_name, sound_copy

_MARKUP = frozenset(
    {"p", "br", "ul", "ol", "li", "div", "span", "b", "strong", "i", "em", "h1", "h2", "h3", "h4", "table"}
)


@dataclass(frozen=True, slots=True)
class _Spelling:
    """How the mapping writes the names in its paths, by their lower-case form."""

    names: frozenset[str]
    by_folded: dict[str, str]
    seen: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of_mapping(cls, mapping: Mapping) -> "_Spelling":
        names = names_in(mapping)
        return cls(names, {name.lower(): name for name in sorted(names)})

    def of(self, name: str) -> str:
        if name not in self.seen:
            self.seen[name] = name if name in self.names else self.by_folded.get(name.lower(), name)
        return self.seen[name]


def open_xml(path: Path, mapping: Mapping) -> Document:
    """Reads the document to its end. Raises UnreadableDocumentError, also `wrong_root` for somebody else's XML."""
    root = root_name(path)
    if mapping.roots and root.lower() not in {name.lower() for name in mapping.roots}:
        expected = " or ".join(f"<{name}>" for name in mapping.roots)
        raise UnreadableDocumentError(
            "wrong_root", f"The copy starts with <{root}>; this feed should start with {expected}."
        )
    sound = sound_copy(path)
    records, totals = _folded(mapping.records), _folded(mapping.total)
    count, declared = 0, None
    for element in elements(sound, *_spellings(*mapping.records, *mapping.total)):
        name = etree.QName(element).localname.lower()
        count += name in records
        declared = as_total(element.text) if name in totals else declared
    return Document(count, lambda: _records(sound, mapping), declared)


def _records(path: Path, mapping: Mapping) -> Iterator[Record]:
    spelling = _Spelling.of_mapping(mapping)
    for element in elements(path, *_spellings(*mapping.records)):
        yield _as_record(element, spelling)


def _folded(names: Iterable[str]) -> set[str]:
    return {name.lower() for name in names}


def _spellings(*names: str) -> list[str]:
    """Publishers write <job>, <Job> and <JOB>; the parser looks for whole names."""
    forms = ((name, name.lower(), name.upper(), name[:1].upper() + name[1:]) for name in names)
    return list(dict.fromkeys(form for spelled in forms for form in spelled))


def _as_record(element: Any, spelling: _Spelling) -> Record:
    """Children by local name, in lists where a name comes more than once; attributes as `@name`.

    Names that differ from the mapping's in upper and lower case alone are spelled as the mapping does."""
    record: Record = {spelling.of(f"@{_local(name)}"): value for name, value in element.attrib.items()}
    for child in element.iterchildren(etree.Element):
        name, value = spelling.of(_local(child.tag)), _as_value(child, spelling)
        if name not in record:
            record[name] = value
        elif isinstance(record[name], list):
            record[name].append(value)
        else:
            record[name] = [record[name], value]
    return record


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _as_value(element: Any, spelling: _Spelling) -> Any:
    if any(_local(child.tag).lower() in _MARKUP for child in element.iterchildren(etree.Element)):
        return _inner_markup(element)
    if len(element) == 0 and not element.attrib:
        return element.text or ""
    return {
        **_as_record(element, spelling),
        TEXT: "".join(element.itertext()) if len(element) == 0 else element.text or "",
    }


def _inner_markup(element: Any) -> str:
    """A description whose HTML is part of the XML, as the HTML it was meant to be."""
    return (element.text or "") + "".join(etree.tostring(child, encoding="unicode") for child in element)
