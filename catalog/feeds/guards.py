"""What a copy may do. A copy that looks wrong must never take listings away, and one that is wrong changes nothing."""

from dataclasses import dataclass
from statistics import median

from django.db import connection
from psycopg import sql

from catalog.feeds.readers.document import Document
from catalog.feeds.staging import Stage
from catalog.models import Feed, FeedRun, JobListing

State = FeedRun.State
Reason = JobListing.ClosedReason

MOST_INVALID = 0.20
_RUNS_COMPARED = 5
_RUNS_NEEDED = 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a run will be recorded, and what it may do; `reason` is a sentence for people where something is held back."""

    state: FeedRun.State
    reason: str = ""
    may_write: bool = True
    may_close: bool = True
    closed_reason: JobListing.ClosedReason = Reason.MISSING


@dataclass(frozen=True, slots=True)
class Tally:
    """What a copy held: records in all, those that can't be used."""

    read: int
    invalid: int


def judge(feed: Feed, document: Document, tally: Tally, stage: Stage, *, size_is_accepted: bool) -> Verdict:
    """The first guard that objects decides. `size_is_accepted`: a person has said that this copy is as small as it should be."""
    if wrong := _wrong(tally):
        return wrong
    if partial := _partial(document):
        return partial
    if tally.read == 0:
        return _empty(feed, size_is_accepted=size_is_accepted)
    if feed.authoritative and not size_is_accepted and (suspicion := _drop(feed, tally) or _blast(feed, stage)):
        return Verdict(State.SUSPECT, suspicion, may_close=False)
    return Verdict(State.DONE, may_close=feed.authoritative)


def _wrong(tally: Tally) -> Verdict | None:
    if not tally.invalid or tally.invalid < MOST_INVALID * tally.read:
        return None
    reason = f"{tally.invalid} of {tally.read} records can't be used, which is too many. Nothing was changed."
    return Verdict(State.FAILED, reason, may_write=False, may_close=False)


def _empty(feed: Feed, *, size_is_accepted: bool) -> Verdict:
    """An empty copy may be an outage: it is believed once it has come so often that it is none, or a person says so."""
    opened, times = _open_listings(feed), feed.empties_in_a_row + 1
    is_believed = size_is_accepted or 0 < feed.empty_limit <= times
    if not opened or (is_believed and feed.authoritative):
        counted = f"The copy has been empty {times} times in a row: the feed counts as empty."
        reason = counted if opened and not size_is_accepted else ""
        return Verdict(State.DONE, reason, may_close=feed.authoritative, closed_reason=Reason.FEED_EMPTY)
    reason = f"The copy holds no postings, while {opened} are open. Nothing was changed."
    return Verdict(State.SUSPECT, reason, may_write=False, may_close=False)


def _partial(document: Document) -> Verdict | None:
    if document.flaw:
        return Verdict(State.PARTIAL, f"{document.flaw} Nothing was closed.", may_close=False)
    if document.declared is not None and document.count < document.declared:
        counted = f"The feed says that it holds {document.declared} postings, but the copy holds {document.count}."
        reason = f"{counted} Nothing was closed."
        return Verdict(State.PARTIAL, reason, may_close=False)
    return None


def _drop(feed: Feed, tally: Tally) -> str:
    done = FeedRun.objects.filter(feed=feed, state=State.DONE).order_by("-started_at")
    sizes = list(done.values_list("read", flat=True)[:_RUNS_COMPARED])
    usual = median(sizes) if len(sizes) >= _RUNS_NEEDED else 0
    if tally.read >= usual * (1 - feed.drop_limit):
        return ""
    return f"The copy holds {tally.read} postings, where {usual:g} are usual. Nothing was closed."


def _blast(feed: Feed, stage: Stage) -> str:
    opened, missing = _open_listings(feed), _missing(feed, stage)
    if missing <= opened * feed.blast_limit:
        return ""
    return f"{missing} of {opened} open listings are missing from the copy. Nothing was closed."


def _open_listings(feed: Feed) -> int:
    return JobListing.objects.filter(feed=feed, status=JobListing.Status.ACTIVE).count()


def _missing(feed: Feed, stage: Stage) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_MISSING.format(stage=stage.table), [feed.pk])
        number: int = cursor.fetchone()[0]
    return number


_MISSING = sql.SQL("""
SELECT count(*) FROM catalog_joblisting job WHERE job.feed_id = %s AND job.status = 'active'
  AND NOT EXISTS (SELECT FROM {stage} AS staged WHERE staged.external_id = job.external_id)
""")
