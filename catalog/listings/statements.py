"""The one place where searches run their SQL."""

from collections.abc import Mapping
from typing import Any

from django.db import connection

# A search touches a few thousand rows by their index. To read the whole table, to compile the statement or to start workers
# for it takes longer than all of that, but PostgreSQL tries each where its guess at the number of matches is off.
_PLANNED = "SET LOCAL enable_seqscan = off; SET LOCAL jit = off; SET LOCAL max_parallel_workers_per_gather = 0; "


def rows(sql: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """All rows of a statement; its parameters are `%(name)s`. It goes out in one message with the planner's settings,
    which hold for this message, or to the end of the transaction that it is part of."""
    with connection.cursor() as cursor:
        cursor.execute(_PLANNED + sql, values)
        while cursor.nextset():
            pass
        return list(cursor.fetchall())
