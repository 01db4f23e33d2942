"""Which currency a text names. A bare `$` is the caller's hint or a US dollar; nothing else is ever guessed."""

import re

# Longest first where one mark begins with another's letters.
_MARKS = {
    "US$": "USD",
    "C$": "CAD",
    "CA$": "CAD",
    "CDN$": "CAD",
    "A$": "AUD",
    "AU$": "AUD",
    "NZ$": "NZD",
    "S$": "SGD",
    "SG$": "SGD",
    "HK$": "HKD",
    "NT$": "TWD",
    "R$": "BRL",
    "MX$": "MXN",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "Rs.": "INR",
    "Rs": "INR",
    "₽": "RUB",
    "₺": "TRY",
    "₴": "UAH",
    "₩": "KRW",
    "₪": "ILS",
    "₱": "PHP",
    "₫": "VND",
    "฿": "THB",
    "zł": "PLN",
    "zl": "PLN",
    "Kč": "CZK",
    "Ft": "HUF",
    "lei": "RON",
    "Fr.": "CHF",
    "SFr.": "CHF",
    "dollars": "USD",
}
_ISO_4217 = """
    AED ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KES KRW MAD MXN MYR NGN NOK
    NZD PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD UYU VND ZAR
"""
CODES = frozenset(_ISO_4217.split())
_DOLLARS = frozenset({"USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "UYU"})
_CROWNS = ("SEK", "NOK", "DKK", "ISK")  # `kr` is all of them
_MARK = re.compile(
    r"(?<![A-Za-z])(?:"
    + "|".join(re.escape(mark) for mark in sorted(_MARKS, key=len, reverse=True))
    + r")(?![A-Za-zÀ-ž])"
    r"|[€£₹₽₺₴₩₪₱₫฿]"
)
_CODE = re.compile(r"(?<![A-Za-z])(" + "|".join(sorted(CODES)) + r")(?![a-zA-Z])")
_EURO = re.compile(r"\beuros?\b", re.IGNORECASE)
_CROWN = re.compile(r"(?<![A-Za-z])kr\b\.?", re.IGNORECASE)


def currency_in(text: str, *, hint: str = "") -> str:
    """ISO 4217 code of the currency that `text` names, or the (valid) hint, or an empty string."""
    hint = hint.upper() if hint.upper() in CODES else ""
    if code := _CODE.search(text):
        return code[1]
    if mark := _MARK.search(text):
        found = _MARKS.get(mark[0], "")
        return hint if mark[0] == "¥" and hint == "CNY" else found
    if _EURO.search(text):
        return "EUR"
    if _CROWN.search(text):
        return hint if hint in _CROWNS else ""
    if "$" in text:
        return hint if hint in _DOLLARS else "USD"
    return hint
