"""Amounts in one common currency, so that pay of several countries sorts. Ranking only: people see their own currency."""

import json
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.db import OperationalError

from catalog.listings.kept import Kept
from catalog.models import ExchangeRate

COMMON_CURRENCY: Final = "USD"
_SHIPPED = Path(__file__).parents[1] / "data" / "rates.json"
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
    return _kept.current().get(currency)


def usual_rate(currency: str) -> Decimal | None:
    """US dollars for one unit, roughly, as shipped: enough to tell an hour's pay from a year's, without a database."""
    return _shipped().get(currency)


def known_currencies() -> list[str]:
    """The codes that amounts can be converted from."""
    return sorted(_kept.current())


def load_rates() -> int:
    """Fills an empty table with the rates that Shortlist ships with, and says with how many. What staff changed stays."""
    if ExchangeRate.objects.exists():
        return 0
    day = date.fromisoformat(_file()["date"])
    rows = [ExchangeRate(currency=code, usd=rate, as_of=day) for code, rate in _shipped().items()]
    return len(ExchangeRate.objects.bulk_create(rows))


def forget() -> None:
    """Makes the next conversion read the table."""
    _kept.forget()


def _read() -> Mapping[str, Decimal]:
    try:
        return dict(ExchangeRate.objects.values_list("currency", "usd")) or _shipped()
    except OperationalError:  # `map_feed` tries a feed where there is no database
        return _shipped()


@cache
def _shipped() -> dict[str, Decimal]:
    return {code: Decimal(rate) for code, rate in _file()["rates"].items()}


def _file() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(_SHIPPED.read_text(encoding="utf-8"), parse_float=Decimal)
    return table


_kept = Kept(_read)
