"""Pay: reading it as employers write it, comparing it by the year, and writing it as people do.

Nothing is invented: 0 means unknown, a currency comes from the text, its field or the feed's default, and a missing
period is told only where the amount leaves no choice.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from catalog.listings.currencies import currency_in
from catalog.listings.pay_words import (
    DOTS_GROUP_THOUSANDS,
    LARGEST_AMOUNT,
    Period,
    amount_of,
    is_plausible,
    period_of,
    periods_in,
    telling_period,
)

__all__ = ["Pay", "Period", "format_pay", "parse_pay", "pay_from_fields", "yearly"]

PERIODS_A_YEAR: Final[dict[str, int]] = {"hour": 2_080, "day": 260, "week": 52, "month": 12, "year": 1}
_WIDEST_RATIO_IN_TEXT = 6
_WIDEST_RATIO_IN_FIELDS = 20
_LONGEST = 400
_TEXT_LIMIT = 120
_LARGEST_YEARLY = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Pay:
    """What a job pays. An unknown end is None; `currency` (ISO 4217) and `period` may be empty; `text` is as written."""

    minimum: Decimal | None
    maximum: Decimal | None
    currency: str
    period: Period
    text: str = ""


_PLAIN_NUMBER = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,20})?(?:E\+?[0-9])?")  # also as Decimal and float write it
_ONE_GROUP = re.compile(r"\d{1,3}\.\d{3}")
_DASHES = re.compile(r"\s*[‐‑‒–—―−~]\s*")
_SIGN = r"(?:(?:US|CA?|CDN|AU?|NZ|SG?|HK|NT|R|MX)?\$|[€£¥₹₽₺₴₩₪₱₫฿]|Rs\.?|[A-Z]{3}(?![A-Za-z])|[Kk]r\.?|S?Fr\.)"
_NUMBER = (
    r"\d{1,3}(?:[.,’'\u00a0\u202f ]\d{2,3})*[.,’'\u00a0\u202f ]\d{3}(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,3})?(?!\d)"
)
_AMOUNT = re.compile(
    rf"(?<![\d.,A-Za-z#])(?P<sign>{_SIGN}\s?)?(?<![\d.,])(?P<number>{_NUMBER})\s?"
    r"(?P<suffix>(?i:k|tsd|mil|lakhs?|lac|lpa|m)\b\.?)?"
    r"(?P<after>\s?(?:[€£₹₽₺₴₩₪₱₫$]|zł|Kč|Ft\b|kr\b|[Ee]uros?\b|[A-Z]{3}\b))?"
)
_NOT_MONEY = re.compile(
    r"""\s?-?\s?(?:%|(?:st|nd|rd|th|x)\b|/\s?7|(?:
        hours?|hrs?|h|days?|weeks?|wks?|months?|years?|yrs?|shifts?|minutes?|positions?|openings?|employees|people
        |stunden|std|tage|wochen|monate|jahre|heures|semaines|horas|d[ií]as)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
_VETO = re.compile(
    r"""bonus|401\s?k\b|sign[- ]?on|signing|reloc|budget|stipend|allowance|equity|stock|rsu|commission|referral
        |\bote\b|on[- ]target|revenue|funding|raised|valuation|reimburse|tuition|deductible|insurance|pension|allocation
        |prämie|zulage|provision|prime""",
    re.IGNORECASE | re.VERBOSE,
)
_CLAUSE = re.compile(
    r"([;\n|()\[\]]|(?<!\d)\.\s|\.\s(?=[A-Z])|,\s|\bplus\b|\s\+\s|\band (?=\D{0,20}(?:bonus|equity|commission)))",
    re.IGNORECASE,
)
_RANGE = re.compile(
    r"(?:(?!\d).){0,24}(?:-|\bto\b|\bbis\b|\band\b|\bund\b|\bà\b|\ba\b|\bet\b|\by\b|\bup to\b|/)(?:(?!\d).){0,12}",
    re.IGNORECASE,
)
_AT_MOST = re.compile(
    r"(?:up to|max(?:imum|imal|\.)?|bis(?: zu)?|jusqu['’][àa]|hasta|fino a|tot|under|less than)\W{0,3}$", re.IGNORECASE
)
_AT_LEAST = re.compile(
    r"""(?:from|starting(?:[ ](?:at|from))?|starts[ ]at|min(?:imum|destens|\.)?|at[ ]least|over|more[ ]than
        |ab|von|desde|[àa][ ]partir[ ]de|vanaf|od)\W{0,3}$""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class _Amount:
    number: str
    suffix: str
    start: int
    end: int
    has_currency: bool


def parse_pay(text: str, *, currency_hint: str = "") -> Pay | None:
    """Pay from free text (`$18–22 / h`, `bis 48.000 € p.a.`), or None where it says nothing certain.

    `currency_hint` is the feed's default currency, used where the text names none.
    """
    whole = _DASHES.sub("-", " ".join(text[:_LONGEST].replace("\u00a0", " ").replace("\u202f", " ").split()))
    for clause in _clauses(_joined_thousands(whole)):
        if pay := _clause_pay(clause, whole, currency_hint):
            return _with_text(pay, text)
    return None


def pay_from_fields(
    minimum: object, maximum: object, currency: str, period: str, text: str = "", *, currency_hint: str = ""
) -> Pay | None:
    """Pay from a feed's own fields, each of which may be missing, 0, a number or text; else from `text`."""
    code = currency_in(currency.strip().upper() or "", hint="") or currency_in(
        f"{minimum} {maximum} {text}", hint=currency_hint
    )
    amounts = [_field_amount(minimum, code), _field_amount(maximum, code)]
    if amounts == [None, None]:
        return parse_pay(text, currency_hint=code)
    pay = _settled(amounts[0], amounts[1], code, period_of(period) or periods_in(text), _WIDEST_RATIO_IN_FIELDS)
    return _with_text(pay, text) if pay else None


def yearly(pay: Pay) -> tuple[int | None, int | None]:
    """Both ends by the year in the pay's own currency (an hour × 2,080, a day × 260, a week × 52, a month × 12)."""
    factor = PERIODS_A_YEAR.get(pay.period)
    return _times(pay.minimum, factor), _times(pay.maximum, factor)


def format_pay(minimum: Decimal | None, maximum: Decimal | None, currency: str, period: str) -> str:
    """`$18–22 an hour`, `€48,000 a year`, `up to CHF 6,500 a month`, `from £12.50 an hour`; empty where nothing is known."""
    low, high = _written(minimum), _written(maximum)
    sign = _SIGNS.get(currency, f"{currency} " if currency else "")
    if not low and not high:
        return ""
    if low and high:
        amount = f"{sign}{low}" if low == high else f"{sign}{low}–{high}"
    else:
        amount = f"from {sign}{low}" if low else f"up to {sign}{high}"
    return f"{amount} {_ARTICLE[period]}" if period in _ARTICLE else amount


_SIGNS = {
    "USD": "$",
    "EUR": "€",
    "GBP": "£",
    "INR": "₹",
    "CAD": "CA$",
    "AUD": "A$",
    "NZD": "NZ$",
    "BRL": "R$",
    "JPY": "¥",
}
_ARTICLE = {"hour": "an hour", "day": "a day", "week": "a week", "month": "a month", "year": "a year"}


def _written(amount: Decimal | None) -> str:
    if not amount:
        return ""
    return f"{amount:,.0f}" if amount == amount.to_integral_value() else f"{amount:,.2f}"


def _times(amount: Decimal | None, factor: int | None) -> int | None:
    if amount is None or factor is None:
        return None
    total = round(amount * factor)
    return total if total < _LARGEST_YEARLY else None


def _joined_thousands(text: str) -> str:
    """`45 000 zł` → `45000 zł`, so that blanks separate only what is separate."""
    return re.sub(r"(?<![\d.,])(\d{1,3})((?: \d{3})+)(?!\d)", lambda number: number[0].replace(" ", ""), text)


def _clauses(text: str) -> Iterator[str]:
    """The parts that may name the pay itself; `401(k)`, bonuses and the like go, with the brackets behind them."""
    parts = _CLAUSE.split(text.replace("401(k)", "401k"))
    follows_veto = False
    for clause, separator in zip(parts[::2], [*parts[1::2], ""], strict=True):
        is_vetoed = bool(_VETO.search(clause))
        if clause and not is_vetoed and not follows_veto:
            yield clause
        follows_veto = is_vetoed and separator == "("


def _clause_pay(clause: str, whole: str, currency_hint: str) -> Pay | None:
    amounts = list(_amounts(clause))
    currency = currency_in(clause if currency_in(clause) else whole, hint=currency_hint)
    period = periods_in(clause) or periods_in(whole)
    if not amounts or not (currency or period or any(amount.suffix for amount in amounts)):
        return None
    low, high = _ends(clause, amounts, currency)
    return _settled(low, high, currency, period, _WIDEST_RATIO_IN_TEXT)


def _amounts(clause: str) -> Iterator[_Amount]:
    for match in _AMOUNT.finditer(clause):
        has_currency = bool(match["sign"] or match["after"])
        suffix = match["suffix"] or ""
        if has_currency or suffix or not _NOT_MONEY.match(clause, match.end("number")):
            yield _Amount(match["number"], suffix, match.start(), match.end(), has_currency)


def _ends(clause: str, amounts: list[_Amount], currency: str) -> tuple[Decimal | None, Decimal | None]:
    """The range that starts with the first amount of money, or that amount as both ends or, after `up to`, as one."""
    index = next((at for at, amount in enumerate(amounts) if amount.has_currency), 0)
    if index and _RANGE.fullmatch(clause[amounts[index - 1].end : amounts[index].start]):
        index -= 1  # `18-22 €`: the sign stands behind the second
    first = amounts[index]
    value = amount_of(first.number, first.suffix, currency=currency)
    if len(amounts) > index + 1 and _RANGE.fullmatch(clause[first.end : amounts[index + 1].start]):
        second = amounts[index + 1]
        high = amount_of(second.number, second.suffix, currency=currency)
        return _same_unit(value, first, high, second), high
    return _one_end(value, before=clause[: first.start], after=clause[first.end :])


def _same_unit(value: Decimal | None, first: _Amount, high: Decimal | None, second: _Amount) -> Decimal | None:
    """`$60-80k` means 60,000."""
    if value and high and second.suffix and not first.suffix and value < 1_000 <= high:
        return amount_of(first.number, second.suffix)
    return value


def _one_end(value: Decimal | None, *, before: str, after: str) -> tuple[Decimal | None, Decimal | None]:
    if _AT_MOST.search(before):
        return None, value
    if _AT_LEAST.search(before) or after.lstrip().startswith("+"):
        return value, None
    return value, value


def _field_amount(value: object, currency: str) -> Decimal | None:
    text = str(value or "").strip()
    if _PLAIN_NUMBER.fullmatch(text) and not (currency in DOTS_GROUP_THOUSANDS and _ONE_GROUP.fullmatch(text)):
        amount = Decimal(text).quantize(Decimal("0.01"))
        return amount if 0 < amount < LARGEST_AMOUNT else None
    number = re.search(rf"(?<![\d-])(?:{_NUMBER})", text)
    return amount_of(number[0], currency=currency) if number else None


def _settled(low: Decimal | None, high: Decimal | None, currency: str, period: Period, widest: int) -> Pay | None:
    """The pay if its ends make sense together; swapped ends are put right."""
    if low is not None and high is not None and low > high:
        low, high = high, low
    known = [amount for amount in (low, high) if amount is not None]
    period = period or telling_period(known, currency)
    if (
        not known
        or known[-1] > known[0] * widest
        or not all(is_plausible(amount, currency, period) for amount in known)
    ):
        return None
    return Pay(low, high, currency, period)


def _with_text(pay: Pay, text: str) -> Pay:
    return Pay(pay.minimum, pay.maximum, pay.currency, pay.period, " ".join(text.split())[:_TEXT_LIMIT])
