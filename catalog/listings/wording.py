"""What the words of a search ask for: words of a title, and facets that people type among them (`remote part time barista`)."""

import re
from dataclasses import dataclass

from catalog.listings.names import normalise_title
from catalog.listings.synonyms import wordings

_FACETS = {
    "=wremote": ("remote", "work from home", "wfh", "home office", "homeoffice", "telecommute"),
    "=whybrid": ("hybrid",),
    "=epart_time": ("part time", "teilzeit"),
    "=efull_time": ("full time", "vollzeit"),
    "=etemporary": ("temporary", "temp", "seasonal"),
    "=einternship": ("internship", "intern", "praktikum"),
    "=lentry": ("entry level", "junior", "graduate"),
}
_LEXEMES = {phrase: lexeme for lexeme, phrases in _FACETS.items() for phrase in phrases}
_FACET = re.compile(rf"\b(?:{'|'.join(sorted(_LEXEMES, key=len, reverse=True))})\b")
# What people add although everything here is one.
_NEEDLESS = re.compile(r"\b(?:jobs?|positions?|vacanc(?:y|ies)|openings?|hiring|near me|stellen?(?:angebote?)?)\b")


@dataclass(frozen=True)
class Facet:
    """A phrase that stands in a title, or else is a facet of the listing."""

    phrase: str
    lexeme: str


@dataclass(frozen=True)
class Wording:
    """One way to put a search: all of it has to match."""

    words: str
    facets: tuple[Facet, ...] = ()


def ways_to_put(query: str) -> tuple[Wording, ...]:
    """A search as it is and with synonyms, without needless words; those alone are a search for them."""
    plain = normalise_title(query)
    telling = " ".join(_NEEDLESS.sub(" ", plain).split())
    return tuple(map(_wording, wordings(telling or plain))) if plain else ()


def _wording(text: str) -> Wording:
    facets = dict.fromkeys(Facet(found, _LEXEMES[found]) for found in _FACET.findall(text))
    return Wording(" ".join(_FACET.sub(" ", text).split()), tuple(facets))
