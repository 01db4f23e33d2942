"""From a file to a document, by the mapping's reader."""

from collections.abc import Callable
from pathlib import Path

from catalog.feeds.mapping import Mapping
from catalog.feeds.readers.csv_rows import open_csv
from catalog.feeds.readers.document import Document
from catalog.feeds.readers.json_records import open_json
from catalog.feeds.readers.jsonld import open_jsonld
from catalog.feeds.readers.rss_items import open_rss
from catalog.feeds.readers.xml_records import open_xml

_READERS: dict[str, Callable[[Path, Mapping], Document]] = {
    "xml": open_xml,
    "json": open_json,
    "rss": open_rss,
    "jsonld": open_jsonld,
    "csv": open_csv,
}


def open_document(path: Path, mapping: Mapping) -> Document:
    """Reads the whole document once and strictly; copies that had to be mended lie beside it.

    Raises UnreadableDocumentError, whose message is fit for FeedRun.reason."""
    return _READERS[mapping.reader](path, mapping)
