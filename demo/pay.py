"""What a job pays, and the many ways in which people write it."""

from dataclasses import dataclass
from random import Random
from typing import Any

from demo.cities import City
from demo.occupations import Occupation
from demo.vocabulary import words

HOURS_A_MONTH = 2080 / 12
MONTHS_A_YEAR = 12
WORKDAYS_A_YEAR = 220

# People quote round amounts: to the quarter an hour, to five hundred a year (in cents).
STEPS = {"hour": 25, "day": 500, "week": 1000, "month": 5000, "year": 50000}

# How the first word of a title moves the pay of its occupation.
RANKS = {"Senior": 1.22, "Lead": 1.12, "Junior": 0.8, "Graduate": 0.8, "Apprentice": 0.62, "Assistant": 0.84}

# Thousands and decimal marks; a country that is not named writes 1,234.50.
MARKS = {"DE": (".", ","), "CH": ("’", ".")}


@dataclass(frozen=True)
class Pay:
    """A gross range in cents of `currency`, per hour, day, week, month or year."""

    low: int
    high: int
    currency: str
    period: str


def usual_pay(occupation: Occupation, title: str, city: City, rng: Random) -> Pay:
    """What this employer would pay for the title in the city."""
    period, scale = _customary_period(occupation.unit, city.country.code, rng)
    factor = city.country.wages * city.level * RANKS.get(title.split(maxsplit=1)[0], 1.0)
    low, high = (amount * factor * rng.uniform(0.95, 1.06) for amount in occupation.pay)
    if occupation.unit == "hour":
        low, high = _lawful(low, high, city.country.least_an_hour)
    return Pay(_rounded(low * scale, period), _rounded(high * scale, period), city.country.currency, period)


def written(pay: Pay, country: str, rng: Random) -> str:
    """The range in one of the ways usual in the country, e.g. `$18.50–22 / hr` or `48.000 - 55.000 € pro Jahr`."""
    styles: dict[str, Any] = words("pay")
    template: str = rng.choice(styles.get(country, styles[pay.currency])[pay.period])
    return template.format(
        low=_amount(pay.low, country),
        high=_amount(pay.high, country),
        lowk=f"{pay.low / 100_000:g}",
        highk=f"{pay.high / 100_000:g}",
    )


def unsaid(rng: Random) -> str:
    """What stands in the place of pay when the employer keeps it back: mostly nothing."""
    phrase: str = rng.choice(words("pay")["unsaid"]["phrases"])
    return phrase


def _customary_period(unit: str, country: str, rng: Random) -> tuple[str, float]:
    """Some countries like to quote by the month, and some contracts by the day: the period and its factor."""
    monthly = country in {"DE", "NL", "CH"} and rng.random() < 0.3
    if monthly and unit == "hour":
        return "month", HOURS_A_MONTH
    if monthly and unit == "year":
        return "month", 1 / MONTHS_A_YEAR
    if country == "GB" and unit == "year" and rng.random() < 0.06:
        return "day", 1 / WORKDAYS_A_YEAR
    return unit, 1.0


def _lawful(low: float, high: float, least: float) -> tuple[float, float]:
    """The range lifted to the country's minimum wage, with a little room above it."""
    return max(low, least), max(high, max(low, least) * 1.1)


def _rounded(amount: float, period: str) -> int:
    return round(amount * 100 / STEPS[period]) * STEPS[period]


def _amount(cents: int, country: str) -> str:
    thousands, decimal = MARKS.get(country, (",", "."))
    plain = f"{cents / 100:,.2f}".removesuffix(".00")
    return plain.translate(str.maketrans(",.", thousands + decimal))
