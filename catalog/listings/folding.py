"""Folding: one comparable form for names that people write in many ways. Nothing folded is ever shown."""

import re
import unicodedata

_LETTERS = str.maketrans(
    {
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ı": "i",
        "ʼ": "",
        "’": "",
        "'": "",
    }
)
_DOT_AFTER_INITIAL = re.compile(r"(?<=\b\w)\.")
_NOT_A_WORD = re.compile(r"[\W_]+")
_SHORT_FORMS = {"saint": "st", "sankt": "st", "sainte": "ste", "fort": "ft", "mount": "mt"}


def fold(text: str) -> str:
    """`São Paulo` → `sao paulo`, `Washington, D.C.` → `washington dc`: letters and digits of every script, single blanks."""
    if text.isascii():
        plain = text.lower()
    else:
        decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
        plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    plain = _DOT_AFTER_INITIAL.sub("", plain.replace("'", ""))
    return _NOT_A_WORD.sub(" ", plain).strip()


def fold_place(text: str) -> str:
    """`fold`, and one spelling for the words that place names abbreviate: Saint Louis and St. Louis are the same."""
    return " ".join(_SHORT_FORMS.get(word, word) for word in fold(text).split(" "))
