"""Other words for what somebody searches for, from the table that staff edit (see `catalog.models.SearchSynonym`)."""

import json
from collections.abc import Iterator, Mapping
from itertools import islice, product
from pathlib import Path

from catalog.listings.kept import Kept
from catalog.listings.names import normalise_title
from catalog.models import SearchSynonym

MOST_WORDINGS = 8  # of one search
LONGEST_TERM = 4  # words
_SHIPPED = Path(__file__).parents[1] / "data" / "synonyms.json"

type Table = Mapping[str, tuple[str, ...]]


def forget() -> None:
    """Makes the next search read the table."""
    _kept.forget()


def wordings(text: str) -> tuple[str, ...]:
    """The normalised words of a search, first as they are, then with synonyms in place of terms; eight at most."""
    choices = [(part, *_others(part)) for part in _parts(text.split())]
    every = (" ".join(chosen) for chosen in product(*choices))
    return tuple(islice(dict.fromkeys(every), MOST_WORDINGS))


def load_synonyms() -> int:
    """Fills an empty table with those that Shortlist ships with, and says with how many. What staff changed stays."""
    if SearchSynonym.objects.exists():
        return 0
    rows = json.loads(_SHIPPED.read_text(encoding="utf-8"))
    return len(SearchSynonym.objects.bulk_create([SearchSynonym(**row) for row in rows]))


def _others(phrase: str) -> tuple[str, ...]:
    """What a phrase is also called, in the plural too."""
    known = _kept.current()
    return known.get(phrase) or known.get(phrase.removesuffix("s"), ())


def _parts(words: list[str]) -> Iterator[str]:
    """The words in turn, the longest known terms whole."""
    while words:
        lengths = range(min(LONGEST_TERM, len(words)), 1, -1)
        taken = next((length for length in lengths if _others(" ".join(words[:length]))), 1)
        yield " ".join(words[:taken])
        words = words[taken:]


def _read() -> Table:
    found: dict[str, dict[str, None]] = {}
    for synonym in SearchSynonym.objects.all():
        term, *meanings = map(normalise_title, (synonym.term, *synonym.meanings))
        found.setdefault(term, {}).update(dict.fromkeys(meanings))
        for meaning in meanings if synonym.works_both_ways else ():
            found.setdefault(meaning, {})[term] = None
    return {phrase: tuple(others) for phrase, others in found.items() if phrase}


_kept = Kept(_read)
