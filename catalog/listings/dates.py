"""Dates as feeds write them. Whether 05/08 is May or August is the feed's to declare, never ours to guess."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

_EARLIEST, _LATEST = 1990, 2100  # before and after lie placeholders: 0001, 1970, 9999
_EPOCH_MILLISECONDS = 10**11
_LONGEST = 80
_RELATIVE = re.compile(r"(\d+)\+?\s*(minute|hour|day|week|month)s?\s+ago", re.IGNORECASE)
_DAYS = {"minute": 1 / 1440, "hour": 1 / 24, "day": 1.0, "week": 7.0, "month": 30.0}
_SLASHED = re.compile(r"(\d{1,4})[/.](\d{1,2})[/.](\d{1,4})(?:\D.*)?")


def parse_date(value: object, *, formats: Sequence[str] = (), now: datetime | None = None) -> datetime | None:
    """An aware date in UTC, or None for what is missing, a placeholder, ambiguous or no date.

    `formats` are the feed's own (`%d/%m/%Y`), tried first; then epoch seconds or milliseconds, ISO 8601, RFC 822.
    `now` lets `Posted Yesterday` and `3 days ago` be understood.
    """
    if value is None or isinstance(value, bool):
        return None
    text = str(value).strip()[:_LONGEST]
    found = (
        _by_formats(text, formats)
        or _epoch(text)
        or _iso(text)
        or _rfc822(text)
        or _slashed(text)
        or _relative(text, now)
    )
    return _sensible(found) if found else None


def _by_formats(text: str, formats: Sequence[str]) -> datetime | None:
    for pattern in formats:
        if _can_not_be(pattern, text):
            continue
        try:
            return datetime.strptime(text, pattern)  # noqa: DTZ007 - the zone is set at the end, where it is missing
        except ValueError:
            continue
    return None


def _can_not_be(pattern: str, text: str) -> bool:
    """Seen without parsing: the day can't be where four digits are, nor a number where a word is."""
    begins_with_number = pattern[:2] in {"%d", "%m", "%Y"}
    is_iso = text[4:5] == "-" and text[:4].isdigit()
    return (begins_with_number and not text[:1].isdigit()) or (is_iso and pattern[:2] in {"%d", "%m", "%a", "%A"})


def _epoch(text: str) -> datetime | None:
    if not re.fullmatch(r"\d{9,13}(?:\.\d+)?", text):
        return None
    seconds = float(text)
    return datetime.fromtimestamp(seconds / 1000 if seconds >= _EPOCH_MILLISECONDS else seconds, UTC)


def _iso(text: str) -> datetime | None:
    """ISO 8601, also with a blank before the zone or `UTC` behind (`2026-08-05 10:10:39 UTC`)."""
    if not re.match(r"\d{4}-?\d{2}", text):
        return None
    plain = re.sub(r"\s*(?:UTC|GMT|Z)$", "+00:00", text)
    try:
        return datetime.fromisoformat(re.sub(r"\s+(?=[+-]\d{2}:?\d{2}$)", "", plain if ":" in text else text))
    except ValueError:
        return None


def _rfc822(text: str) -> datetime | None:
    """RFC 822, also with NEOGOV's extra `:0` behind the seconds."""
    if not re.search(r"[A-Za-z]{3}", text):
        return None
    try:
        return parsedate_to_datetime(re.sub(r"(\d{2}:\d{2}:\d{2}):\d+", r"\1", text))
    except (ValueError, IndexError, TypeError, OverflowError):  # the parser of the standard library raises any of these
        return None


def _slashed(text: str) -> datetime | None:
    """`2026/08/19` and `19/08/2026` read one way only; `05/08/2026` does not."""
    match = _SLASHED.fullmatch(text)
    if not match:
        return None
    first, second, third = (int(part) for part in match.groups())
    candidates = [(first, second, third)] if first > 31 else [(third, second, first), (third, first, second)]
    valid = {date for parts in candidates if (date := _date(*parts))}
    return valid.pop() if len(valid) == 1 else None


def _date(year: int, month: int, day: int) -> datetime | None:
    try:
        return datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return None


def _relative(text: str, now: datetime | None) -> datetime | None:
    if now is None:
        return None
    if match := _RELATIVE.search(text):
        count = min(int(match[1]), 10_000)
        return now - timedelta(days=count * _DAYS[match[2].lower()])
    days = {"today": 0, "just posted": 0, "yesterday": 1}
    return next((now - timedelta(days=ago) for word, ago in days.items() if word in text.lower()), None)


def _sensible(found: datetime) -> datetime | None:
    if not _EARLIEST <= found.year <= _LATEST:
        return None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
