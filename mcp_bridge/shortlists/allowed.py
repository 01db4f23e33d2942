"""What of a call's arguments may be kept: numbers, enumerated values and ids. Other text becomes its length."""

import re
from collections.abc import Mapping
from typing import Any

_ID = re.compile(r"[0-9]{10}")
_ID_FIELDS = frozenset({"id", "ids"})
_HIDDEN = frozenset({"shortlist", "view", "cursor"})  # bearer values


def allowed_arguments(arguments: Mapping[str, Any], schema: Mapping[str, Any], *, free_text: bool) -> dict[str, Any]:
    """By the tool's input schema. `free_text` keeps words too (LOG_FREE_TEXT), cut at 120 characters."""
    properties: Mapping[str, Any] = schema.get("properties", {})
    return {
        name: _allowed(value, properties[name], is_id=name in _ID_FIELDS, free_text=free_text)
        for name, value in arguments.items()
        if name in properties and name not in _HIDDEN
    }


def _allowed(value: Any, schema: Mapping[str, Any], *, is_id: bool, free_text: bool) -> Any:
    if isinstance(value, list):
        return [_allowed(item, schema.get("items", {}), is_id=is_id, free_text=free_text) for item in value[:12]]
    if isinstance(value, Mapping):
        return allowed_arguments(value, schema, free_text=free_text)
    if not isinstance(value, str) or value in schema.get("enum", ()) or (is_id and _ID.fullmatch(value)):
        return value
    return value[:120] if free_text else f"({len(value)} characters)"
