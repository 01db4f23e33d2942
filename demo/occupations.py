"""Industries and the occupations in them: what people do, need, work and get."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from demo.vocabulary import industry_files, words


@dataclass(frozen=True, kw_only=True)
class Occupation:
    """One line of work. `pay` is a usual US range per `unit`; `desk` work can be hybrid or remote.

    `days` tell how the whole industry's employers work; the other words are the occupation's own.
    """

    key: str
    industry: str
    titles: tuple[str, ...]
    pay: tuple[float, float]
    unit: str
    desk: bool
    openings: tuple[str, ...]
    days: tuple[str, ...]
    duties: tuple[str, ...]
    needs: tuple[str, ...]
    shifts: tuple[str, ...]
    offers: tuple[str, ...]


@cache
def occupations() -> tuple[Occupation, ...]:
    """Every occupation, industry by industry."""
    return tuple(_occupation(words(file), table) for file in industry_files() for table in words(file)["occupations"])


def occupations_of(industries: tuple[str, ...]) -> tuple[Occupation, ...]:
    """The occupations of some industries, given by label."""
    return tuple(each for each in occupations() if each.industry in industries)


def occupation_named(key: str) -> Occupation:
    """One occupation by its key, e.g. `"barista"`."""
    return next(each for each in occupations() if each.key == key)


def plain_title(occupation: Occupation, country: str) -> str:
    """The first title that is in use in the country, the same for every employer."""
    return _titles_in(occupation, country)[0]


def some_title(occupation: Occupation, country: str, rng: Random) -> str:
    """A title at random, as the country's employers would write it."""
    title = rng.choice(_titles_in(occupation, country))
    return f"{title} (m/w/d)" if country in {"DE", "CH"} and rng.random() < 0.7 else title


def _titles_in(occupation: Occupation, country: str) -> list[str]:
    """A title written as `US: …` is used in that country only."""
    marked = [title.partition(": ") for title in occupation.titles]
    return [rest or head for head, _, rest in marked if not rest or head == country]


def _occupation(industry: dict[str, Any], table: dict[str, Any]) -> Occupation:
    lists = {name: tuple(table[name]) for name in ("titles", "openings", "duties", "needs", "shifts", "offers")}
    low, high = table["pay"]
    return Occupation(
        key=table["key"],
        industry=industry["label"],
        days=tuple(industry["days"]),
        pay=(low, high),
        unit=table["unit"],
        desk=table.get("desk", False),
        **lists,
    )
