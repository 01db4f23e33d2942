"""Lists of values in a sentence: “relevance, newest or pay_high”."""

import re
from collections.abc import Collection, Iterator

_ASIDE = re.compile(r"\([^)]*\)")
_SENTENCE = re.compile(r"[.;!?](?:\s|$)")
_BETWEEN = re.compile(r"\s*(?:,\s*(?:or|and)\b|,|/|\||\bor\b|\band\b)\s*")
_OPENING = re.compile(r"(?:.*(?::|\b(?:one of|either|of|by|are|is|be|values)))\s+", re.IGNORECASE)
_MARKS = "`“”\"'‘’*: "
_FILLERS = {"etc", "more", "both", "all", "any", "none", "empty", "omitted", "others", "other", "so", "null"}


def strangers(text: str, known: Collection[str]) -> Iterator[str]:
    """Words that stand in a list beside known values and are none of them."""
    plain = {_key(value) for value in known}
    for sentence in _SENTENCE.split(_ASIDE.sub("", text)):
        yield from _strangers(_BETWEEN.split(sentence), plain)


def listed(text: str) -> list[str]:
    """The single words of a list that is announced: “One of: fast, slow.”; empty where there is none."""
    match = re.search(
        r"\b(?:one of|allowed values?|possible values?|options?|values)(?: is| are)?:? (?P<list>[^.;]+)",
        text,
        re.IGNORECASE,
    )
    parts = [part.strip(_MARKS) for part in _BETWEEN.split(_ASIDE.sub("", match["list"]))] if match else []
    return parts if len(parts) > 1 and all(re.fullmatch(r"[\w-]+", part) for part in parts) else []


def _strangers(parts: list[str], known: Collection[str]) -> Iterator[str]:
    hits = [at for at, part in enumerate(parts) if _holds(part, known)]
    if not hits:
        return
    for at, part in enumerate(parts):
        if at in hits or at < hits[0] - 1 or at > hits[-1] + 1:
            continue
        word = _OPENING.sub("", part).strip(_MARKS) if at < hits[0] else part.strip(_MARKS)
        if re.fullmatch(r"[A-Za-z][\w-]*", word) and word.lower() not in _FILLERS:
            yield word


def _holds(part: str, known: Collection[str]) -> bool:
    """One of its first or last words, up to three together, is a value: “done on site” holds `onsite`."""
    words = part.strip(_MARKS).split()
    runs = (words[at : at + size] for size in (1, 2, 3) for at in range(len(words) - size + 1))
    return any(_key("".join(run)) in known for run in runs)


def _key(word: str) -> str:
    return re.sub(r"[\W_]", "", word).lower()
