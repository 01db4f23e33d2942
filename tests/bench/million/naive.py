"""What one builds first: one wide table, its full text in one indexed column, cities by ILIKE. Same rows, same PostgreSQL."""

from typing import Any

from django.db import connection

from catalog.listings.statements import rows
from catalog.listings.synonyms import wordings
from tests.bench.million.ours import SHOWN
from tests.bench.million.searches import Asked

# The texts repeat, so each is parsed once: to parse a million would take this bench five minutes and change no row.
_TABLE = """
CREATE TABLE bench_naive AS
SELECT job.id, job.title, job.company, job.location, job.country, job.workplace, job.employment_type, job.industry,
  job.pay_usd_min, job.pay_usd_max, job.posted_at, job.description, job.employer_id,
  to_tsvector('english', job.title) || to_tsvector('english', job.company) || body.words AS search
FROM catalog_joblisting job
JOIN (SELECT md5(text) AS mark, to_tsvector('english', text) AS words FROM bench_body) body ON body.mark = md5(job.description)
"""
_INDEXES = (
    "CREATE INDEX ON bench_naive USING gin (search)",
    "CREATE INDEX ON bench_naive (posted_at)",
    "CREATE INDEX ON bench_naive (pay_usd_max)",
    "ALTER TABLE bench_naive ADD PRIMARY KEY (id)",
    "VACUUM (ANALYZE) bench_naive",
)
_CARD = "id, title, company, location, workplace, employment_type, pay_usd_min, pay_usd_max, posted_at, description"


def build() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET maintenance_work_mem = '1GB'")
        for statement in (_TABLE, *_INDEXES):
            cursor.execute(statement)
        cursor.execute("RESET maintenance_work_mem")


def page(asked: Asked) -> object:
    """A page and the number of all, in two statements, as paginators do."""
    where, values = _where(asked)
    best_paid = asked.filters.sort == "pay_high"
    order = "pay_usd_max DESC NULLS LAST" if best_paid else f"ts_rank_cd(search, {_words(asked)[0]}) DESC"
    count = rows(f"SELECT count(*) FROM bench_naive WHERE {where}", values)
    return count, rows(f"SELECT {_CARD} FROM bench_naive WHERE {where} ORDER BY {order} LIMIT {SHOWN}", values)


def counted(asked: Asked) -> object:
    where, values = _where(asked)
    most = f"FROM bench_naive WHERE {where} GROUP BY 1 ORDER BY 2 DESC LIMIT 5"
    columns = ("industry", "workplace", "employer_id", "pay_usd_max IS NULL")
    return [rows(f"SELECT {column}, count(*) {most}", values) for column in columns]


def compared(asked: Asked) -> object:
    """One statement a city."""
    facts = "count(*), count(pay_usd_max), percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY pay_usd_max)"
    return [_city(asked, city, facts) for city in asked.cities]


def _city(asked: Asked, city: str, facts: str) -> object:
    where, values = _where(Asked(asked.filters, (city,)))
    of_all = rows(f"SELECT {facts} FROM bench_naive WHERE {where}", values)
    hiring = rows(f"SELECT company, count(*) FROM bench_naive WHERE {where} GROUP BY 1 ORDER BY 2 DESC LIMIT 3", values)
    return of_all, hiring


def _where(asked: Asked) -> tuple[str, dict[str, Any]]:
    words, values = _words(asked)
    parts = [f"search @@ {words}"]
    if asked.cities:
        parts.append("location ILIKE ANY(%(cities)s)")
        values["cities"] = [f"%{city}%" for city in asked.cities]
    if asked.filters.exclude_industries:
        parts.append("NOT (industry = ANY(%(without)s))")
        values["without"] = list(asked.filters.exclude_industries)
    return " AND ".join(parts), values


def _words(asked: Asked) -> tuple[str, dict[str, Any]]:
    """With the same other words as the product's, which a first version would hardly have."""
    asked_for = wordings(asked.filters.query)
    query = " || ".join(f"websearch_to_tsquery('english', %(words{n})s)" for n in range(len(asked_for)))
    return f"({query})", {f"words{n}": words for n, words in enumerate(asked_for)}
