"""Industries: our own short list, and the names under which people mean them."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from catalog.listings.folding import fold

_TABLE = Path(__file__).parent.parent / "data" / "industries.json"


@cache
def _codes_by_name() -> dict[str, str]:
    rows = json.loads(_TABLE.read_text(encoding="utf-8"))
    return {fold(name): row["code"] for row in rows for name in (row["code"], row["label"], *row["aliases"])}


def industry_codes(names: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Codes for what a caller names, and the names that are no industry of ours."""
    known = _codes_by_name()
    named = {name: known.get(fold(name), "") for name in names}
    codes = tuple(dict.fromkeys(code for code in named.values() if code))
    return codes, tuple(name for name, code in named.items() if not code)
