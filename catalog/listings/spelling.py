"""Misspelt searches, corrected from the words of open listings' titles. Asked only where a search found next to nothing."""

from difflib import get_close_matches

from django.db import connection, transaction

from catalog.listings.names import normalise_title
from catalog.listings.statements import rows

SHORTEST = 4  # letters: what is shorter is an abbreviation more often than a slip
ALIKE = 0.75  # of difflib's ratio; a swapped pair in a word of five still passes
_LOCK = 7_114_020  # of the one that writes the words

_UNKNOWN = """
SELECT word FROM unnest(%(words)s::text[]) AS asked(word)
WHERE NOT EXISTS (SELECT FROM catalog_searchword known WHERE known.word = asked.word)
"""
_NEAR = """
SELECT word FROM catalog_searchword WHERE word %% %(word)s OR word = ANY(%(swapped)s)
ORDER BY similarity(word, %(word)s) DESC, listings DESC LIMIT 12
"""
_OF_TITLES = """
INSERT INTO catalog_searchword (word, listings)
SELECT word, ndoc FROM ts_stat({titles}) WHERE word ~ '^[[:alpha:]]{{4,40}}$' ORDER BY word
ON CONFLICT (word) DO NOTHING
"""
_TITLES = "$$SELECT to_tsvector('simple', title) FROM catalog_joblisting WHERE status = 'active'{of_feed}$$"


def corrected(query: str) -> str:
    """The query with each word that no title knows replaced by the likeliest that one does; empty where nothing changes."""
    words = normalise_title(query).split()
    unknown = _unknown([word for word in words if len(word) >= SHORTEST and word.isalpha()])
    better = {word: near for word in unknown if (near := _nearest(word))}
    return " ".join(better.get(word, word) for word in words) if better else ""


def learn_words(feed_id: int) -> None:
    """Takes in the words of one feed's open listings. Words that are known stay as they are."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        cursor.execute(_OF_TITLES.format(titles=_TITLES.format(of_feed=f" AND feed_id = {int(feed_id)}")))


def recount_words() -> None:
    """Counts all words anew; those of closed listings go. A million titles take some seconds; searches don't wait."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        cursor.execute("DELETE FROM catalog_searchword")
        cursor.execute(_OF_TITLES.format(titles=_TITLES.format(of_feed="")))


def _unknown(words: list[str]) -> list[str]:
    return [word for [word] in rows(_UNKNOWN, {"words": words})] if words else []


def _nearest(word: str) -> str:
    near = [found for [found] in rows(_NEAR, {"word": word, "swapped": _swapped(word)})]
    return next(iter(get_close_matches(word, near, n=1, cutoff=ALIKE)), "")


def _swapped(word: str) -> list[str]:
    """With each pair of neighbours the other way round: the commonest slip, and one that leaves few trigrams alike."""
    return [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)]
