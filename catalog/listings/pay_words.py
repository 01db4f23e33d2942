"""The words and numbers of pay: amounts as people write them, periods in several languages, bands of what is plausible."""

import re
from decimal import Decimal, InvalidOperation
from typing import Final, Literal

from catalog.listings.folding import fold
from catalog.listings.rates import usual_rate

Period = Literal["", "hour", "day", "week", "month", "year"]

LARGEST_AMOUNT: Final = Decimal(10**10)
_GROUPING_BY_DOTS = "EUR CHF BRL DKK NOK SEK ISK TRY IDR ARS CLP COP VND RUB PLN CZK RON HUF UYU"
DOTS_GROUP_THOUSANDS = frozenset(_GROUPING_BY_DOTS.split())

_AN = r"(?:\b(?:per|an?|each|pro|je|par|por|al?|la|le|op|na|im|pr|p)[. ]+|\bpar |/\s?|\bl['’])"
_PERIOD_WORDS: dict[Period, str] = {
    "hour": r"hours?|hrs?|h|std|stunden?|heures?|hora|ora|uur|godz\w*|timme|time",
    "day": r"days?|d|tag|jour(?:n[ée]e)?|d[ií]a|giorno|dag|dzie[nń]",
    "week": r"weeks?|wks?|w|woche|semaine|semana|settimana",
    "month": r"months?|mth|mo|mon|monat|mois|mes|m[eê]s|mese|maand|mies\w*|mnd|m[åa]ne?d|m[åa]nad",
    "year": r"years?|yrs?|y|annum|anno|jahr|ann[ée]e|an|a[nñ]o|ano|jaar|rok|[åa]r",
}
_PERIOD_ADVERBS: dict[Period, str] = {
    "hour": r"hourly|ph|st[uü]ndlich|stundenlohn",
    "day": r"daily|day rate|tagessatz|t[aä]glich",
    "week": r"(?<!bi-)(?<!bi )(?<!semi-)weekly|pw|w[oö]chentlich",
    "month": r"(?<!bi-)(?<!semi-)monthly|pcm|monatlich|mensuel(?:le)?|mensual(?:es)?|mensal",
    "year": r"annual(?:ly|ized)?|yearly|p\.? ?a\b\.?|j[aä]hrlich|annuel(?:le)?|anual(?:es)?|lpa|jahresgehalt",
}
_PERIODS = {
    period: re.compile(rf"{_AN}(?:{words})\b|\b(?:{_PERIOD_ADVERBS[period]})(?!\w)", re.IGNORECASE)
    for period, words in _PERIOD_WORDS.items()
}
_FIELD_PERIODS: dict[str, Period] = {
    **dict.fromkeys(
        ("hour", "hourly", "hours", "hr", "h", "ph", "per hour", "per hour wage", "stunde", "stundlich", "1 hour"),
        "hour",
    ),
    **dict.fromkeys(("day", "daily", "days", "pd", "per day", "per day wage", "tag", "1 day"), "day"),
    **dict.fromkeys(("week", "weekly", "pw", "per week", "per week salary", "woche", "1 week"), "week"),
    **dict.fromkeys(
        ("month", "monthly", "months", "pm", "mo", "per month", "per month salary", "monat", "1 month"), "month"
    ),
    **dict.fromkeys(
        ("year", "yearly", "years", "annual", "annually", "annum", "pa", "yr", "per year", "per annum"), "year"
    ),
    **dict.fromkeys(("per year salary", "jahr", "jahrlich", "salary", "1 year"), "year"),
}

# In US dollars. The wide bands reject nonsense; the narrow ones, which don't overlap, let a missing period be told.
_PLAUSIBLE: dict[Period, tuple[int, int]] = {
    "hour": (1, 2_000), "day": (5, 20_000), "week": (20, 60_000), "month": (50, 500_000), "year": (500, 6_000_000),
}  # fmt: skip
_TELLING: dict[Period, tuple[int, int]] = {"hour": (5, 200), "year": (15_000, 2_000_000)}

_FACTORS = {
    "k": 1_000,
    "tsd": 1_000,
    "mil": 1_000,
    "m": 1_000_000,
    "lakh": 100_000,
    "lakhs": 100_000,
    "lac": 100_000,
    "lpa": 100_000,
}


def periods_in(text: str) -> Period:
    """The one period that `text` names (`an hour`, `pro Jahr`, `p.a.`); empty where there is none or several."""
    found = [period for period, words in _PERIODS.items() if words.search(text)]
    return found[0] if len(found) == 1 else ""


def period_of(field: str) -> Period:
    """The period of a feed's own field (`HOURLY`, `1 YEAR`, `per-year-salary`). `2 WEEK` and `BIWEEKLY` are none of ours."""
    return _FIELD_PERIODS.get(fold(field), "")


def amount_of(number: str, suffix: str = "", *, currency: str = "") -> Decimal | None:
    """`60`+`k`, `48.000` (where the currency groups by dots), `6’500`, `12,00,000`, `15,50` as a number above 0."""
    plain = _without_grouping(re.sub(r"[\s’'\u00a0\u202f]", "", number), currency)
    try:
        amount = Decimal(plain) * _FACTORS.get(suffix.lower().strip(". "), 1)
    except InvalidOperation:
        return None
    return amount.quantize(Decimal("0.01")) if 0 < amount < LARGEST_AMOUNT else None


def _without_grouping(number: str, currency: str) -> str:
    if re.fullmatch(r"\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?", number):
        return number.replace(",", "")
    if re.fullmatch(r"\d{1,3}(\.\d{3})+(,\d+)?", number) and (
        currency in DOTS_GROUP_THOUSANDS or number.count(".") > 1
    ):
        return number.replace(".", "").replace(",", ".")
    if re.fullmatch(r"\d+,\d{1,2}", number):
        return number.replace(",", ".")
    return number if re.fullmatch(r"\d+(\.\d{1,2}0*)?", number) else "?"


def is_plausible(amount: Decimal, currency: str, period: Period) -> bool:
    """Whether somebody may be paid that. Without a known rate or period everything is."""
    rate = usual_rate(currency)
    if rate is None or not period:
        return True
    least, most = _PLAUSIBLE[period]
    return least <= amount * rate <= most


def telling_period(amounts: list[Decimal], currency: str) -> Period:
    """The period that all amounts can only have: $18 is by the hour, $60,000 by the year, $3,000 could be anything."""
    rate = usual_rate(currency)
    if rate is None or not amounts:
        return ""
    for period, (least, most) in _TELLING.items():
        if all(least <= amount * rate <= most for amount in amounts):
            return period
    return ""
