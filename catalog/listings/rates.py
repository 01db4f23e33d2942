"""Amounts in one common currency, so that pay of several countries sorts. Ranking only: people see their own currency."""

import json
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Final

COMMON_CURRENCY: Final = "USD"
_RATES = Path(__file__).parents[1] / "data" / "rates.json"
_LARGEST = 2_000_000_000  # what a 32-bit column takes


def to_common(amount: Decimal | int | None, currency: str) -> int | None:
    """The amount in whole US dollars, or None where amount, currency or rate is unknown."""
    rate = rate_of(currency)
    if amount is None or rate is None:
        return None
    common = round(amount * rate)
    return common if common < _LARGEST else None


def rate_of(currency: str) -> Decimal | None:
    """US dollars for one unit. The one place that knows where rates come from."""
    return _rates().get(currency)


@cache
def _rates() -> dict[str, Decimal]:
    table: dict[str, Any] = json.loads(_RATES.read_text(encoding="utf-8"), parse_float=Decimal)
    return {code: Decimal(rate) for code, rate in table["rates"].items()}


def known_currencies() -> list[str]:
    """The codes that amounts can be converted from."""
    return sorted(_rates())
