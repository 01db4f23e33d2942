"""Passages of postings: the one that says most about a search, and one that a model quotes."""

import re

MOST = 160  # characters

_END = re.compile(r"[.!?]\s|\n")
_WORD = re.compile(r"\w{3,}")


def best_passage(text: str, query: str) -> str:
    """The first sentence that holds a word of the query (the first one where none does), cut at a word."""
    words = [word[:6] for word in _WORD.findall(query.lower())]
    at = _first_of(words, text)
    begin = _end_before(text, at)
    end = _END.search(text, at)
    return _cut(text[begin : end.start() + 1 if end else None].strip(" -•\t\n"))


def _first_of(words: list[str], text: str) -> int:
    """Where the first of the words stands, 0 where none does. A long text is put into small letters only if it must be."""
    spelled = [form for word in words for form in (word, word.capitalize(), word.upper())]
    places = [at for form in spelled if (at := text.find(form)) >= 0]
    if not places and words:
        lowered = text.lower()
        places = [at for word in words if (at := lowered.find(word)) >= 0]
    return min(places, default=0)


def _end_before(text: str, at: int) -> int:
    """Where the sentence at a place begins; most are short, so that few texts are read from their beginning."""
    for start in (max(at - MOST, 0), 0):
        ends = [end.end() for end in _END.finditer(text, start, at)]
        if ends:
            return ends[-1]
    return 0


def passage_of(text: str, wanted: str) -> str:
    """The passage if it stands in the text (white space apart), else nothing: no words are put into an employer's mouth."""
    passage = " ".join(wanted.split())
    return passage if passage and passage.casefold() in " ".join(text.split()).casefold() else ""


def _cut(sentence: str) -> str:
    if len(sentence) <= MOST:
        return sentence
    return sentence[: MOST - 1].rsplit(" ", 1)[0] + "…"
