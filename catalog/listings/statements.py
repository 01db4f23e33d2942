"""The one place where searches run their SQL."""

from collections.abc import Mapping
from typing import Any

from django.db import connection


def rows(sql: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """All rows of a statement; its parameters are `%(name)s`."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())
