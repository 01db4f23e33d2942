"""The first matches of many, looked for slice by slice: the newest days first, the best paid first, until there are enough.

PostgreSQL would either fetch every match of a common word to sort it, or read the whole board in order until enough match; which
of them it takes is a guess. With a lexeme for the day and one for the pay, the index itself gives a slice's matches. A slice
that isn't needed is never run: `UNION ALL` under a `LIMIT` goes from part to part.
"""

from collections.abc import Iterator

from catalog.listings.conditions import Conditions
from catalog.listings.filters import Sort, any_of

MINUTES_A_DAY = 24 * 60
MINUTES_A_WEEK = 7 * MINUTES_A_DAY
PAY_BAND = 10_000  # US dollars a year
BEST_PAID_BAND = 30  # and above
UNPAID_BAND = -1
_OLDEST_WEEK = 5  # of those with a slice, counted back
_BANDS = (
    (20, BEST_PAID_BAND),
    (15, 19),
    (12, 14),
    (10, 11),
    (8, 9),
    (6, 7),
    (4, 5),
    (0, 3),
    (UNPAID_BAND, UNPAID_BAND),
)

SORT_VALUES = {Sort.NEWEST: "posted_min", Sort.PAY_HIGH: "coalesce(pay_usd_max, -1)"}
_IN_ORDER_OF_AN_INDEX = {Sort.NEWEST: "posted_min DESC", Sort.PAY_HIGH: "pay_usd_max DESC NULLS LAST"}
_PART = "(SELECT {columns} FROM catalog_jobsearch WHERE {where} ORDER BY {order}, listing_id DESC LIMIT {limit})"


def first_of(columns: str, found: Conditions, order: Sort, *, asked_at: int, limit: int) -> str:
    """A parenthesised SELECT of the first matches in this order; `asked_at` is minutes since 1970."""
    if not found.is_indexed:
        return _part(columns, found.where, _IN_ORDER_OF_AN_INDEX[order], limit)
    slices = _ages(asked_at // MINUTES_A_DAY) if order is Sort.NEWEST else _bands()
    parts = (_part(columns, f"{found.where} AND {each}", f"{SORT_VALUES[order]} DESC", limit) for each in slices)
    return f"(SELECT * FROM ({' UNION ALL '.join(parts)}) slices LIMIT {int(limit)})"


def _part(columns: str, where: str, order: str, limit: int) -> str:
    return _PART.format(columns=columns, where=where, order=order, limit=int(limit))


def _ages(today: int) -> Iterator[str]:
    """What is dated ahead, two days, the weeks around them, a month, the rest. Few lexemes each: an index has to follow them all."""
    week, yesterday = today // 7, (today - 1) * MINUTES_A_DAY
    yield f"posted_min >= {(today + 2) * MINUTES_A_DAY}"
    yield _lexemes("d", today - 1, today + 1)
    yield f"{_lexemes('v', week - 1, week)} AND posted_min < {yesterday}"
    yield _lexemes("v", week - _OLDEST_WEEK, week - 2)
    yield f"posted_min < {(week - _OLDEST_WEEK) * MINUTES_A_WEEK}"


def _bands() -> Iterator[str]:
    for lowest, highest in _BANDS:
        yield _lexemes("p", lowest, highest)


def _lexemes(letter: str, first: int, last: int) -> str:
    return f"tsv @@ $${any_of(tuple(f'={letter}{number}' for number in range(first, last + 1)))}$$::tsquery"
