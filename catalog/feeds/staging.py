"""Where a copy's records wait until all of them are known to be good: an unlogged table of the run's own.

It is made from the listing table's own columns, so it can't lag behind them. Nothing reads it but the run, and a crash of
the server may empty it: the run is lost then anyway.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection
from psycopg import sql
from psycopg.types.json import Jsonb

from catalog.feeds.record import MappedRecord
from catalog.models import FeedRun

_NAME = "catalog_feedstage_"
# Columns of JobListing that a feed decides.
LISTING_COLUMNS = (
    "external_id",
    "title",
    "company",
    "location_text",
    "place_ids",
    "location",
    "country",
    "region",
    "workplace",
    "employment_type",
    "seniority",
    "industry",
    "description_html",
    "description",
    "pay_min",
    "pay_max",
    "pay_currency",
    "pay_period",
    "pay_text",
    "pay_year_min",
    "pay_year_max",
    "pay_usd_min",
    "pay_usd_max",
    "apply_url",
    "attribution",
    "language",
    "posted_at",
    "expires_at",
    "content_hash",
    "provenance",
)


@dataclass(frozen=True, slots=True)
class Staged:
    """What one staged row needs besides the record: where it stood, and whether it may become a listing."""

    position: int
    record: MappedRecord | None
    external_id: str
    attribution: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """The staging table of one run."""

    run_id: uuid.UUID

    @property
    def table(self) -> sql.Identifier:
        return sql.Identifier(f"{_NAME}{self.run_id.hex}")

    def create(self) -> None:
        columns = sql.SQL(", ").join(map(sql.Identifier, LISTING_COLUMNS))
        with connection.cursor() as cursor:
            cursor.execute(_CREATE.format(table=self.table, columns=columns))

    def drop(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(sql.SQL("DROP TABLE IF EXISTS {table}").format(table=self.table))

    def add(self, rows: Sequence[Staged]) -> None:
        """COPY, in one go; rows are complete before, because the connection can do nothing else meanwhile.

        A row without a record only says that its listing is still in the feed."""
        columns = sql.SQL(", ").join(map(sql.Identifier, (*LISTING_COLUMNS, "position", "employer_key")))
        with connection.cursor() as cursor, cursor.copy(_COPY.format(table=self.table, columns=columns)) as copy:
            for row in rows:
                copy.write_row(_cells(row))

    def index(self) -> None:
        """After the last row: what the merge and the guards look rows up by."""
        with connection.cursor() as cursor:
            cursor.execute(sql.SQL("CREATE INDEX ON {table} (external_id)").format(table=self.table))
            cursor.execute(sql.SQL("ANALYZE {table}").format(table=self.table))


def drop_leftovers() -> int:
    """Drops the tables of runs that are over: a worker killed right after its last transaction can't. Returns how many."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename LIKE %s", [f"{_NAME}%"]
        )
        runs = [uuid.UUID(name.removeprefix(_NAME)) for (name,) in cursor.fetchall()]
    busy = set(FeedRun.objects.filter(pk__in=runs, state=FeedRun.State.RUNNING).values_list("pk", flat=True))
    over = [run for run in runs if run not in busy]
    for run in over:
        Stage(run).drop()
    return len(over)


_CREATE = sql.SQL("""
CREATE UNLOGGED TABLE {table} AS
SELECT {columns}, 0 AS position, ''::text AS employer_key FROM catalog_joblisting WITH NO DATA
""")
_COPY = sql.SQL("COPY {table} ({columns}) FROM STDIN")


def _cells(row: Staged) -> list[object]:
    if row.record is None:
        nothing = [None] * (len(LISTING_COLUMNS) - 1)
        return [row.external_id, *nothing, row.position, None]
    values = {**row.record.columns(), "attribution": row.attribution}
    values["content_hash"] = row.record.content_hash(row.attribution)
    values["provenance"] = Jsonb(row.record.provenance)
    return [*(values[name] for name in LISTING_COLUMNS), row.position, row.record.employer_key]
