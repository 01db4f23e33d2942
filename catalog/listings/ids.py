"""Listing ids for models and people: ten digits, of which two check the others.

Ten digits cost a model four tokens (a UUID 33). A wrong or swapped digit never names another listing, because the
whole number is 1 modulo 97 (ISO 7064, MOD 97-10). The scrambling keeps neighbours apart; it hides nothing.
"""

from collections.abc import Iterator

from catalog.errors import ShortlistError

DIGITS = 10
_SPACE = 10**8
_FACTOR, _OFFSET = 61_803_399, 14_142_135  # the factor is coprime to 10, so the scrambling has an inverse
_INVERSE = pow(_FACTOR, -1, _SPACE)
_MOST_SUGGESTIONS = 8
_NUMERALS = "0123456789"


def public_id(number: int) -> str:
    """The id of listing `number` (a primary key, 1 to 99,999,999)."""
    if not 0 < number < _SPACE:
        raise ShortlistError(
            "listing_number_out_of_range", f"Listing number {number} has no public id.", "Ids cover 1 to 99,999,999."
        )
    scrambled = (number * _FACTOR + _OFFSET) % _SPACE
    return f"{scrambled:08}{_check_digits(scrambled):02}"


def parse_public_id(text: str) -> int | None:
    """The listing's number, or None where the text is no id or its check digits don't fit."""
    if not is_well_formed(text):
        return None
    scrambled = int(text.strip()[:8])
    return (scrambled - _OFFSET) * _INVERSE % _SPACE or None


def is_well_formed(text: str) -> bool:
    """Whether this can be an id at all: ten digits that check. It says nothing about a listing being there."""
    digits = text.strip()
    return (
        len(digits) == DIGITS
        and digits.isascii()
        and digits.isdigit()
        and int(digits[8:]) == _check_digits(int(digits[:8]))
    )


def near_misses(text: str) -> tuple[str, ...]:
    """At most eight well-formed ids that are one slip away: a wrong, swapped, missing or doubled digit."""
    digits = "".join(sign for sign in text[:40] if sign in _NUMERALS)
    if not DIGITS - 1 <= len(digits) <= DIGITS + 1:
        return ()
    found = dict.fromkeys(slip for slip in _slips(digits) if slip != digits and is_well_formed(slip))
    return tuple(found)[:_MOST_SUGGESTIONS]


def _check_digits(scrambled: int) -> int:
    return 98 - scrambled * 100 % 97


def _slips(digits: str) -> Iterator[str]:
    yield digits
    for at in range(len(digits) + 1):
        before, here, after = digits[:at], digits[at : at + 1], digits[at + 1 :]
        yield before + after
        yield before + after[:1] + here + after[1:]
        yield from (before + digit + after for digit in _NUMERALS)
        yield from (before + digit + here + after for digit in _NUMERALS)
