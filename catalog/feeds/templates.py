"""Texts with `{paths}` in them, for addresses that a feed leaves to its reader to put together."""

import re
from urllib.parse import quote, urlsplit

from catalog.feeds.paths import Record, texts

_ORIGIN, _ADDRESS = "feed.origin", "feed.address"  # of the feed itself; the origin is scheme and host
_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")


def fill(template: str, record: Record, *, address: str = "") -> str:
    """The text with the record's values in it, quoted for an address; empty where one of them is missing.

    A template that is one placeholder and nothing else gives the value as it is."""
    names = _PLACEHOLDER.findall(template)
    own = {_ORIGIN: origin_of(address), _ADDRESS: address}
    values = {name: own[name] if name in own else next(texts(record, name), "") for name in names}
    if not template or not all(values.values()):
        return ""
    if names and template == f"{{{names[0]}}}":
        return values[names[0]]
    quoted = {name: value if name in own else quote(value, safe="") for name, value in values.items()}
    return _PLACEHOLDER.sub(lambda match: quoted[match[1]], template)


def origin_of(address: str) -> str:
    """Scheme and host of an address; empty for a file's name."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in {"https", "http"} and parts.netloc else ""
