"""A feed of 50,000 by the product's own staging and merge: all new, then twice more all unchanged."""

import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from itertools import batched

from django.db import connection, transaction

from catalog.feeds.closing import close_missing
from catalog.feeds.merging import Merged, merge
from catalog.feeds.record import MappedRecord
from catalog.feeds.refresh import BATCH
from catalog.feeds.staging import Stage, Staged
from catalog.models import Feed, JobListing
from catalog.models.listing import EmploymentType, PayPeriod, Workplace
from tests.bench.million.words import bodies, companies, titles

RECORDS = 50_000


@dataclass(frozen=True)
class Step:
    """Rows a second, and bytes of the write-ahead log."""

    rows_per_s: float
    wal: int


@dataclass(frozen=True)
class Refreshed:
    staged: Step
    new: Step
    unchanged: Step


def refreshed() -> Refreshed:
    """The better of two unchanged copies counts."""
    feed = Feed.objects.create(slug="bench-refresh", name="Refresh", url="https://feeds.example/refresh", preset="rss")
    stage, now = Stage(uuid.uuid4()), datetime.now(UTC)
    records = list(_records(now))
    staged = _step(lambda: _stage(stage, records))
    new = _step(lambda: _write(feed, stage, now))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE) catalog_joblisting")
    unchanged = [_step(lambda: _write(feed, stage, now)) for _ in range(2)]
    stage.drop()
    return Refreshed(staged, new, max(unchanged, key=lambda step: step.rows_per_s))


def _step(work: Callable[[], object]) -> Step:
    before, began = _wal(), time.perf_counter()
    work()
    return Step(RECORDS / (time.perf_counter() - began), _wal() - before)


def _stage(stage: Stage, records: list[MappedRecord]) -> None:
    stage.create()
    for batch in batched(enumerate(records), BATCH):
        stage.add([Staged(position, record, record.external_id) for position, record in batch])
    stage.index()


@transaction.atomic
def _write(feed: Feed, stage: Stage, now: datetime) -> Merged:
    """What a refresh does with a sound copy; the narrow rows of new listings are another figure's."""
    merged = merge(feed, stage, now=now)
    assert not close_missing(feed, stage, reason=JobListing.ClosedReason.MISSING, now=now)
    return merged


def _records(now: datetime) -> Iterator[MappedRecord]:
    jobs, texts, employers = titles(), list(bodies()), companies()
    for number in range(RECORDS):
        job, (_, _, text), (_, name, key) = (each[number % len(each)] for each in (jobs, texts, employers))
        yield MappedRecord(
            external_id=f"refresh-{number}",
            title=job.title,
            company=name,
            employer_key=key,
            location_text="Austin, TX",
            place_ids=(4671654,),
            location="Austin, TX, United States",
            country="US",
            region="TX",
            workplace=Workplace.ONSITE,
            employment_type=EmploymentType.FULL_TIME,
            industry=job.industry,
            description_html=f"<p>{text}</p>",
            description=text,
            pay_min=Decimal(job.yearly),
            pay_max=Decimal(job.yearly),
            pay_currency="USD",
            pay_period=PayPeriod.YEAR,
            pay_usd_min=job.yearly,
            pay_usd_max=job.yearly,
            apply_url=f"https://apply.example/refresh-{number}",
            posted_at=now,
        )


def _wal() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")
        [position] = cursor.fetchone()
        return int(position)
