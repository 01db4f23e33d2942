"""Walks through JSON schemas, and what they say of one parameter."""

from collections.abc import Iterator
from typing import Any

from catalog.tools.schema import Schema

_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_ONES = ("items", "additionalProperties", "not", "contains", "propertyNames")


def nodes(schema: Schema, path: str = "") -> Iterator[tuple[str, Schema]]:
    """Every schema in a schema, with its path of names; names of properties are never taken for keywords."""
    yield path, schema
    for name, below in schema.get("properties", {}).items():
        yield from nodes(below, f"{path}.{name}".lstrip("."))
    for keyword in _ONES:
        below = schema.get(keyword)
        if isinstance(below, dict):
            yield from nodes(below, f"{path}[]" if keyword == "items" else path)
    for keyword in _LISTS:
        for below in schema.get(keyword, ()):
            yield from nodes(below, path)


def values_of(schema: Schema) -> tuple[Any, ...]:
    """The only values that a parameter, or each of its items, may have; empty where there is no such list."""
    return tuple(schema.get("enum") or schema.get("items", {}).get("enum") or ())
