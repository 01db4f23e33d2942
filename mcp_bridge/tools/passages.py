"""The passage of a posting that says most about a search."""

import re

MOST = 160  # characters

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
_WORD = re.compile(r"\w{3,}")


def best_passage(text: str, query: str) -> str:
    """The first sentence that shares most words with the query (the first one where none does), cut at a word."""
    sentences = [part.strip(" -•\t") for part in _SENTENCE_END.split(text) if len(part.strip()) > 20]
    if not sentences:
        return ""
    stems = {word[:5] for word in _WORD.findall(query.casefold())}
    return _cut(
        max(sentences, key=lambda sentence: len(stems & {word[:5] for word in _WORD.findall(sentence.casefold())}))
    )


def _cut(sentence: str) -> str:
    if len(sentence) <= MOST:
        return sentence
    return sentence[: MOST - 1].rsplit(" ", 1)[0] + "…"
