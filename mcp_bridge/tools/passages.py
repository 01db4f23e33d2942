"""Passages of postings: the one that says most about a search, and one that a model quotes."""

import re

MOST = 160  # characters

_END = re.compile(r"[.!?]\s|\n")
_WORD = re.compile(r"\w{3,}")


def best_passage(text: str, query: str) -> str:
    """The first sentence that holds a word of the query (the first one where none does), cut at a word."""
    lowered = text.lower()
    found = [lowered.find(word[:6]) for word in _WORD.findall(query.lower())]
    at = min((place for place in found if place >= 0), default=0)
    begin = max((end.end() for end in _END.finditer(text, 0, at)), default=0)
    end = _END.search(text, at)
    return _cut(text[begin : end.start() + 1 if end else None].strip(" -•\t\n"))


def passage_of(text: str, wanted: str) -> str:
    """The passage if it stands in the text (white space apart), else nothing: no words are put into an employer's mouth."""
    passage = " ".join(wanted.split())
    return passage if passage and passage.casefold() in " ".join(text.split()).casefold() else ""


def _cut(sentence: str) -> str:
    if len(sentence) <= MOST:
        return sentence
    return sentence[: MOST - 1].rsplit(" ", 1)[0] + "…"
