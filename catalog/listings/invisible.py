"""Characters that a reader can't see but a model reads: removed, except where a script or an emoji needs them."""

import re
import unicodedata

# Soft hyphen, joiners' relatives, fillers, bidirectional marks and overrides, interlinear notes, tags, all controls.
_NEVER_SEEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    r"\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\ud800-\udfff"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Western letters and signs: nothing here is hidden, and all of it is in NFC. Most texts need no closer look.
_PLAIN = re.compile(r"[\t\n -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*")
_NEW_LINE = re.compile(r"\r\n?|[\x85\u2028\u2029]")
_PICTURE = r"\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
_ARABIC = r"\u0620-\u064a\u066e-\u06d3\u06d5\u06fa-\u06fc\u0750-\u077f\u08a0-\u08c9"
_VIRAMA = r"\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca"
_STRAY_SELECTOR = re.compile(rf"(?<![{_PICTURE}0-9#*])[\ufe00-\ufe0f]")
_STRAY_JOINER = re.compile(rf"(?<![{_PICTURE}{_VIRAMA}\ufe0f])\u200d|(?<=[{_PICTURE}\ufe0f])\u200d(?![{_PICTURE}])")
_STRAY_NON_JOINER = re.compile(rf"(?<![{_ARABIC}{_VIRAMA}])\u200c|(?<=[{_ARABIC}])\u200c(?![{_ARABIC}])")


def without_invisible(text: str) -> str:
    """The text in NFC with nothing hidden in it. Emoji, Persian and Indic scripts keep the joiners that shape them."""
    if _PLAIN.fullmatch(text):
        return text
    seen = _NEVER_SEEN.sub("", _NEW_LINE.sub("\n", text))
    for stray in (_STRAY_SELECTOR, _STRAY_JOINER, _STRAY_NON_JOINER):
        seen = stray.sub("", seen)
    return unicodedata.normalize("NFC", seen)
