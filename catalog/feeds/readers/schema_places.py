"""The places of a schema.org JobPosting as people write them, from the many shapes in which sites give them."""

from collections.abc import Iterator
from typing import Any

_PARTS = ("addressLocality", "addressRegion", "addressCountry")


def places_of(posting: dict[str, Any]) -> list[str]:
    """One text a place, in order, each once.

    Some sites give ten places whose names are right and whose addresses are all the first one's: then the names count."""
    places = list(_each(posting.get("jobLocation")))
    addresses = [_address(place) for place in places]
    names = [_name(place) for place in places]
    are_copies = len(places) > 1 and len(set(addresses)) == 1 and len(set(names)) == len(names) and all(names)
    chosen = names if are_copies else [address or name for address, name in zip(addresses, names, strict=True)]
    return list(dict.fromkeys(text for text in chosen if text))


def _address(place: Any) -> str:
    if isinstance(place, str):
        return place.strip()
    address = next(_each(place.get("address", place)), "") if isinstance(place, dict) else ""
    if isinstance(address, str):
        return address.strip()
    parts = [_text(address.get(part)) for part in _PARTS] if isinstance(address, dict) else []
    return ", ".join(dict.fromkeys(part for part in parts if part))


def _name(place: Any) -> str:
    return _text(place.get("name")) if isinstance(place, dict) else ""


def _text(value: Any) -> str:
    """A text, or the name of a thing: a country may be `"DE"`, `{"name": "DE"}` or `{"name": ["DE", "DE"]}`."""
    for inner in _each(value):
        if isinstance(inner, str):
            return inner.strip()
        if isinstance(inner, dict):
            return _text(inner.get("name"))
    return ""


def _each(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        yield from value
    elif value is not None:
        yield value
