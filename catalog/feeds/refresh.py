"""Refreshing one feed: fetch → read → map → stage → guards → one transaction. What is wrong with a copy changes nothing.

Nobody needs to know whether it was called by a task, a command or a test: the database is the truth, and the lease in it
lets one run work at a time. Killed at any point, it leaves the listings as they were; the next run starts over.
"""

import logging
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import batched
from pathlib import Path
from typing import Protocol

from django.db import connection, transaction
from django.utils import timezone

from catalog.errors import ShortlistError
from catalog.feeds import outcome
from catalog.feeds.closing import close_missing
from catalog.feeds.details import completed_records
from catalog.feeds.errors import FetchError, LeaseLostError
from catalog.feeds.fetch import Fetched
from catalog.feeds.guards import Tally, Verdict, judge
from catalog.feeds.lease import Lease, leased, locked_feed, renew
from catalog.feeds.locations import looked_up_locations
from catalog.feeds.mapper import Fallbacks, Mapper
from catalog.feeds.mapping import Mapping
from catalog.feeds.memory import remembered_validators, was_read_before, was_read_lately
from catalog.feeds.merging import Merged, merge
from catalog.feeds.pages import fetch_copy
from catalog.feeds.presets import load_mapping
from catalog.feeds.readers.document import Document
from catalog.feeds.record import MappedRecord, Rejected
from catalog.feeds.staging import Stage, Staged
from catalog.listings.index import index_listings
from catalog.models import Feed, FeedRun

BATCH = 1_000  # records between two signs of life
_INDEXED_AT_ONCE = 2_000
_REJECTS_KEPT = 20

logger = logging.getLogger(__name__)


class Progress(Protocol):
    """Told after each batch how many of how many records have been read."""

    def __call__(self, done: int, total: int, /) -> None: ...


def refresh_feed(
    feed_id: int, *, progress: Progress | None = None, size_is_accepted: bool = False, only_if_due: bool = False
) -> FeedRun | None:
    """Refreshes a feed now; returns its run, or None while another run is at it, or where it isn't due and should be.

    `size_is_accepted` lifts the drop and blast guards for this run: somebody has looked, and the feed is that small.
    Nothing that is wrong with the feed raises; it is told by the run's state and reason."""
    with leased(feed_id, only_if_due=only_if_due) as lease:
        if lease is None:
            return None
        stage = Stage(lease.run_id)
        try:
            with tempfile.TemporaryDirectory(prefix="shortlist-feed-") as folder:
                _Refresh(lease, stage, Path(folder), progress, size_is_accepted).run()
        except LeaseLostError:
            logger.warning("feed %s: run %s lost its lease and changed nothing", feed_id, lease.run_id)
        except FetchError as error:
            outcome.record_failure(lease, error.message, wait=error.wait)
        except ShortlistError as error:
            outcome.record_failure(lease, error.message)
        except Exception:  # the run must not stay “running”; the caller still gets the error
            outcome.record_failure(
                lease, "Something went wrong inside Shortlist, and nothing was changed. Its log says more."
            )
            raise
        finally:
            stage.drop()
    return FeedRun.objects.get(pk=lease.run_id)


@dataclass(slots=True)
class _Refresh:
    """One run's way from address to listings."""

    lease: Lease
    stage: Stage
    folder: Path
    progress: Progress | None
    size_is_accepted: bool

    def run(self) -> None:
        feed = Feed.objects.get(pk=self.lease.feed_id)
        mapping = load_mapping(feed.preset, feed.mapping)
        copy = fetch_copy(
            feed.url,
            mapping,
            folder=self.folder,
            validators=remembered_validators(feed),
            sign_of_life=self._renew,
        )
        if not self.size_is_accepted and self._is_known(feed, mapping, copy.fetched):
            outcome.record_unchanged(self.lease, copy.fetched)
            return
        self._renew()
        document, found = self._stage_all(feed, mapping, copy.open())
        self._commit(copy.fetched, document, found)
        _tidy_search_index()

    def _is_known(self, feed: Feed, mapping: Mapping, fetched: Fetched) -> bool:
        if fetched.is_unchanged:
            return True
        return was_read_before(feed, fetched.sha256) and (mapping.detail is None or was_read_lately(feed))

    def _renew(self) -> None:
        renew(self.lease)

    def _stage_all(self, feed: Feed, mapping: Mapping, document: Document) -> tuple[Document, "_Found"]:
        """The document as it turned out to be, and what was in it. The rows are staged."""
        found = _Found(timezone.now(), feed.attribution)
        fallbacks = Fallbacks(company=feed.name, currency=feed.default_currency, address=feed.url)
        mapper = Mapper(mapping, now=found.now, locations=looked_up_locations(), fallbacks=fallbacks)
        FeedRun.objects.filter(pk=self.lease.run_id).update(expected=document.count)
        self.stage.create()
        records, tell_flaw = completed_records(document, mapping, feed=feed, sign_of_life=self._renew)
        for batch in batched(enumerate(records), BATCH):
            self.stage.add([row for position, record in batch for row in found.take(position, mapper.map(record))])
            self._sign_of_life(batch[-1][0] + 1, document.count)
        self.stage.index()
        return replace(document, flaw=document.flaw or tell_flaw()), found

    def _sign_of_life(self, done: int, total: int) -> None:
        renew(self.lease)
        FeedRun.objects.filter(pk=self.lease.run_id).update(read=done)
        if self.progress:
            self.progress(done, total)

    @transaction.atomic
    def _commit(self, fetched: Fetched, document: Document, found: "_Found") -> None:
        """Everything or nothing, the search rows and the run's own record included."""
        feed = locked_feed(self.lease)
        tally = found.tally
        verdict = judge(feed, document, tally, self.stage, size_is_accepted=self.size_is_accepted)
        merged, closed = self._write(feed, verdict, found.now)
        for ids in batched((*merged.touched, *closed), _INDEXED_AT_ONCE):
            index_listings(ids)
        report = outcome.Report(fetched, document.declared, tally, merged, len(closed), tuple(found.rejects))
        outcome.record(feed, self.lease, verdict, report)

    def _write(self, feed: Feed, verdict: Verdict, now: datetime) -> tuple[Merged, list[int]]:
        merged = merge(feed, self.stage, now=now) if verdict.may_write else Merged()
        closed = close_missing(feed, self.stage, reason=verdict.closed_reason, now=now) if verdict.may_close else ()
        return merged, list(closed)


def _tidy_search_index() -> None:
    """New search rows wait in a list that every search reads through; a run's many rows are better sorted in at once."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT gin_clean_pending_list('job_search_tsv')")


@dataclass(slots=True)
class _Found:
    """What a copy held, counted while it is read."""

    now: datetime
    attribution: str
    read: int = 0
    invalid: int = 0
    rejects: list[dict[str, object]] = field(default_factory=list)

    @property
    def tally(self) -> Tally:
        return Tally(self.read, self.invalid)

    def take(self, position: int, mapped: MappedRecord | Rejected | None) -> Iterator[Staged]:
        """The staged row of a record; none for a record that is no posting or can't be told from others."""
        if mapped is None:
            return
        self.read += 1
        reasons = mapped.reasons if isinstance(mapped, Rejected) else mapped.obstacles()
        if reasons:
            self._reject(position, mapped.external_id, reasons)
        if mapped.external_id:
            usable = None if reasons or isinstance(mapped, Rejected) else mapped
            yield Staged(position, usable, mapped.external_id, self.attribution)

    def _reject(self, position: int, external_id: str, reasons: tuple[str, ...]) -> None:
        self.invalid += 1
        if len(self.rejects) < _REJECTS_KEPT:
            self.rejects.append({"record": external_id or f"no. {position + 1}", "reasons": list(reasons)})
