"""Words that no title has, looked for in the postings' own texts: skills, tools, shifts. Without an index, in the newest alone.

An index over texts would make each new or changed row forty times dearer (see docs/adr/0005-texts-without-an-index.md).
"""

import re
from dataclasses import replace
from datetime import datetime

from catalog.listings.conditions import conditions, in_minutes
from catalog.listings.filters import Filters, Sort
from catalog.listings.slices import first_of
from catalog.listings.statements import rows
from catalog.listings.wording import ways_to_put

READ = 2_000  # newest listings that meet the other filters
_NO_WORD = re.compile(r"^\W+|[^\w+#]+$")  # c++ and c# keep their signs
_UNTOLD = frozenset({"a", "an", "and", "at", "for", "in", "job", "jobs", "of", "on", "or", "the", "to", "with", "work"})

_MENTIONED = """
SELECT id FROM {newest} newest JOIN catalog_joblisting ON id = listing_id WHERE {mentioned}
"""


def mentioning(filters: Filters, *, now: datetime | None = None) -> tuple[int, ...]:
    """Ids of the newest listings whose text has all words of the query, or of another wording of it. One query."""
    texts = (filters.query, *(each.words for each in ways_to_put(filters.query)[1:]))
    asked = [words for text in texts if (words := _words(text))]
    if not asked:
        return ()
    asked_at = in_minutes(now)
    found = conditions(replace(filters, query=""), asked_at=asked_at)
    patterns = {f"words{number}": list(map(_pattern, words)) for number, words in enumerate(asked)}
    sql = _MENTIONED.format(
        newest=first_of("listing_id", found, Sort.NEWEST, asked_at=asked_at, limit=READ),
        mentioned=" OR ".join(f"concat_ws(' ', title, company, description) ~* ALL(%({name})s)" for name in patterns),
    )
    return tuple(pk for [pk] in rows(sql, {**found.values, **patterns}))


def _words(text: str) -> list[str]:
    plain = (_NO_WORD.sub("", word) for word in text.casefold().split())
    return [word for word in plain if word and word not in _UNTOLD]


def _pattern(word: str) -> str:
    """From the start of a word on, so that `licence` finds `licences`, and `licences` finds `licence`."""
    stem = word.removesuffix("s") if len(word) > len("sass") else word
    begin = r"\m" if stem[0].isalnum() else ""
    return begin + re.sub(r"(\W)", r"\\\1", stem) + (r"\M" if len(stem) < len("java") and stem.isalnum() else "")
