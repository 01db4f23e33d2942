"""The same rows in SQLite's full text search: titles, employers, and the facets as words. In this process, no server."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.db import connection

from catalog.listings.names import normalise_title
from catalog.listings.synonyms import wordings
from tests.bench.million.ours import SHOWN
from tests.bench.million.searches import Asked

_TABLES = """
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA mmap_size = 4000000000;
CREATE TABLE job (id INTEGER PRIMARY KEY, title, company, location, workplace, employment_type, pay_usd_min, pay_usd_max,
  posted, industry, employer_id);
CREATE VIRTUAL TABLE words USING fts5(title, company, facets, content='', detail=full, tokenize='porter unicode61');
"""
_ROWS = """
SELECT job.id, job.title, job.company, job.location, job.workplace, job.employment_type, job.pay_usd_min, job.pay_usd_max,
  row.posted_min, job.industry, job.employer_id,
  (SELECT string_agg(translate(lexeme, '=._', 'x'), ' ') FROM unnest(tsvector_to_array(row.tsv)) AS lexeme WHERE lexeme ^@ '=')
FROM catalog_jobsearch row JOIN catalog_joblisting job ON job.id = row.listing_id ORDER BY job.id
"""
_FOUND = "FROM words JOIN job ON job.id = words.rowid WHERE words MATCH ?"


class Fts5:
    """An SQLite file with the listings that PostgreSQL holds now."""

    def __init__(self, file: Path) -> None:
        self._db = sqlite3.connect(file, isolation_level=None)
        self._db.executescript(_TABLES)
        self._db.execute("BEGIN")
        for batch in _batches():
            self._db.executemany(f"INSERT INTO job VALUES ({', '.join('?' * 11)})", [row[:11] for row in batch])
            self._db.executemany(
                "INSERT INTO words (rowid, title, company, facets) VALUES (?, ?, ?, ?)",
                [(row[0], row[1], row[2], row[11]) for row in batch],
            )
        self._db.execute("COMMIT")
        self._db.execute("INSERT INTO words (words) VALUES ('optimize')")
        self._db.execute("ANALYZE")

    def page(self, asked: Asked) -> object:
        """The best or the best paid, and the same counts, which stop at 1,001 as well."""
        match, without = _match(asked), _without(asked)
        best_paid = asked.filters.sort == "pay_high"
        order = "pay_usd_max DESC, job.id DESC" if best_paid else "words.rank"
        counted = f"SELECT pay_usd_max, industry {_FOUND}{without} LIMIT 1001"
        counts = "SELECT count(*), sum(pay_usd_max IS NULL), sum(industry = 'unknown')"
        return self._all(f"{counts} FROM ({counted})", match), self._all(
            f"SELECT job.* {_FOUND}{without} ORDER BY {order} LIMIT {SHOWN}", match
        )

    def counted(self, asked: Asked) -> object:
        newest = f"SELECT industry, workplace, employer_id, pay_usd_max {_FOUND} ORDER BY posted DESC LIMIT 5000"
        found = self._all(newest, _match(asked))
        return [Counter(column).most_common(5) for column in zip(*found, strict=True)]

    def _all(self, sql: str, match: str) -> list[tuple[Any, ...]]:
        return self._db.execute(sql, (match,)).fetchall()


def _batches() -> Iterator[list[tuple[Any, ...]]]:
    with connection.chunked_cursor() as cursor:
        cursor.execute(_ROWS)
        while batch := cursor.fetchmany(10_000):
            yield batch


def _match(asked: Asked) -> str:
    words = " OR ".join(f"({normalise_title(each)})" for each in wordings(asked.filters.query))
    places = " OR ".join(_word(lexeme) for place in asked.filters.places for lexeme in place.lexemes)
    return f"{{title company}} : ({words})" + (f" AND facets : ({places})" if places else "")


def _word(lexeme: str) -> str:
    return lexeme.translate(str.maketrans("=", "x", "._"))


def _without(asked: Asked) -> str:
    industries = ", ".join(f"'{name}'" for name in asked.filters.exclude_industries)
    return f" AND industry NOT IN ({industries})" if industries else ""
