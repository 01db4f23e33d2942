"""Characters that a person doesn't see, or takes for others, and a model reads all the same.

Categories and names are those of the Unicode Character Database; the look-alikes are the Latin-like ones of its
`confusables.txt` (UTS #39) in Cyrillic and Greek.
"""

import unicodedata

_PAIRS = (
    ("аАВсСԁеЕҽһНіІїјЈКӏМоОрРԛѕЅТуУԝхХѵ", "aABcCdeEehHiIijJKlMoOpPqsSTyYwxXv"),
    ("αΑΒϲϹΕΗιΙΚκΜΝνοΟρΡΤτυΥΧχΖγϳ", "aABcCEHiIKkMNvoOpPTtuYXxZyj"),
)
LOOKALIKES = str.maketrans(
    {**{char: latin for chars, latins in _PAIRS for char, latin in zip(chars, latins, strict=True)}, "’": "'", "‘": "'"}
)
# Letters and symbols by category, and yet nothing is drawn for them.
_BLANK = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
_HIDING = {"Cf", "Cc", "Co", "Cn", "Cs", "Zl", "Zp"}
JOINERS = "\u200c\u200d"
EMOJI_FORM = "\ufe0f"


def is_invisible(char: str) -> bool:
    """Nothing is drawn for it, though it may change how its neighbours are drawn. Line break and tab are none of these."""
    if " " <= char <= "~" or char in "\n\t\r":
        return False
    code = ord(char)
    is_selector = 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF or 0x180B <= code <= 0x180F
    return is_selector or code in _BLANK or unicodedata.category(char) in _HIDING


def named(char: str) -> str:
    """`U+200B ZERO WIDTH SPACE`."""
    return f"U+{ord(char):04X} {unicodedata.name(char, '')}".rstrip()


def script_of(char: str) -> str:
    """LATIN, CYRILLIC, …: the first word of a letter's name; empty for what is no letter."""
    return unicodedata.name(char, "").split(" ", 1)[0] if char.isalpha() else ""
