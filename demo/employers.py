"""Invented employers: each belongs to an industry, has a home country and one sentence about itself."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from random import Random

from demo.vocabulary import industry_files, words

# The place of a name in its industry's list decides where the employer is at home; "*" hires everywhere.
HOMES = ("US", "US", "US", "US", "US", "US", "US", "CA", "GB", "GB", "IE", "DE", "NL", "AU", "*")


@dataclass(frozen=True)
class Employer:
    """A name, the industry it works in, its home country and what it says about itself."""

    name: str
    industry: str
    home: str
    about: str


@cache
def employers() -> tuple[Employer, ...]:
    """About two hundred employers, industry by industry."""
    return tuple(employer for file in industry_files() for employer in _employers_of(file))


def some_employer(industry: str, country: str, rng: Random) -> Employer:
    """An employer of the industry that hires in the country."""
    return rng.choice([each for each in employers() if each.industry == industry and each.home in {country, "*"}])


def domain(name: str) -> str:
    """The employer's host, under a top-level domain that can never exist (RFC 2606): `copper-finch.example`."""
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return f"{re.sub(r'[^a-z0-9]+', '-', ascii_name).strip('-')}.example"


def _employers_of(file: str) -> list[Employer]:
    table = words(file)
    abouts = table["about"]
    return [
        Employer(name, table["label"], home, abouts[place % len(abouts)].format(name=name))
        for place, (name, home) in enumerate(zip(table["employers"], HOMES, strict=True))
    ]
