"""From the staging table into the listings, in the caller's transaction. Rows that haven't changed are not touched."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString

from django.db import connection
from psycopg import sql

from catalog.feeds.staging import LISTING_COLUMNS, Stage
from catalog.listings.ids import public_id
from catalog.models import Feed


@dataclass(frozen=True, slots=True)
class Merged:
    """The primary keys of listings by what happened to them. One that is back with other words is revived, not changed."""

    new: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    revived: tuple[int, ...] = ()
    unchanged: int = 0
    duplicates: int = 0

    @property
    def touched(self) -> tuple[int, ...]:
        return (*self.new, *self.changed, *self.revived)


def merge(feed: Feed, stage: Stage, *, now: datetime) -> Merged:
    """Adds, changes and reopens listings. A record that stands twice in a copy counts once, and its last one wins.

    Listings that staff hid or closed stay so; what has expired already is not added."""
    given: dict[str, Any] = {"feed": feed.pk, "now": now, "industry": feed.default_industry}
    duplicates = _run(_DUPLICATES, stage, given)[0][0]
    if duplicates:
        _run(_KEEP_LAST, stage, given)
    _run(_EMPLOYERS, stage, given)
    known = _run(_KNOWN, stage, given)[0][0]
    revived = {pk for (pk,) in _run(_REVIVE, stage, given)}
    actions = _run(_MERGE, stage, given)
    new = tuple(pk for action, pk in actions if action == "INSERT")
    changed = tuple(pk for action, pk in actions if action == "UPDATE" and pk not in revived)
    _give_public_ids(new)
    merged = Merged(new, changed, tuple(revived), known - len(changed) - len(revived), duplicates)
    _link_places(merged.touched)
    return merged


def _run(statement: sql.SQL, stage: Stage, given: dict[str, Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement.format(stage=stage.table, **_LISTS), given)
        return cursor.fetchall() if cursor.description else []


def _give_public_ids(ids: tuple[int, ...]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_PUBLIC_IDS, {"ids": list(ids), "public": [public_id(pk) for pk in ids]})


def _link_places(ids: tuple[int, ...]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM catalog_joblisting_places WHERE joblisting_id = ANY(%(ids)s)", {"ids": list(ids)})
        cursor.execute(_PLACES, {"ids": list(ids)})


def _commas(template: LiteralString) -> sql.Composed:
    names = [name for name in LISTING_COLUMNS if name != "industry"]  # which has a fallback of its own
    return sql.SQL(", ").join(sql.SQL(template).format(sql.Identifier(name)) for name in names)


_LISTS: dict[str, sql.Composable] = {
    "columns": _commas("{}"),
    "staged": _commas("staged.{}"),
    "incoming": _commas("incoming.{}"),
    "assignments": sql.SQL(", ").join(
        sql.SQL("{0} = incoming.{0}").format(sql.Identifier(name)) for name in LISTING_COLUMNS if name != "external_id"
    ),
}

_DUPLICATES = sql.SQL("SELECT count(*) - count(DISTINCT external_id) FROM {stage} WHERE employer_key IS NOT NULL")

# Here, because to sort whole records at the merge takes longer than the merge.
_KEEP_LAST = sql.SQL("""
DELETE FROM {stage} AS earlier USING {stage} AS later WHERE later.external_id = earlier.external_id
  AND later.position > earlier.position AND later.employer_key IS NOT NULL AND earlier.employer_key IS NOT NULL
""")

# In the order of their keys: two feeds that bring the same new employers at once wait for each other, never in a circle.
_EMPLOYERS = sql.SQL("""
INSERT INTO catalog_employer (name, key, website, industry)
SELECT DISTINCT ON (employer_key) company, employer_key, '', '' FROM {stage} AS staged
WHERE employer_key IS NOT NULL AND NOT EXISTS (SELECT FROM catalog_employer known WHERE known.key = staged.employer_key)
ORDER BY employer_key, position
ON CONFLICT (key) DO NOTHING
""")

_KNOWN = sql.SQL("""
SELECT count(*) FROM catalog_joblisting job WHERE job.feed_id = %(feed)s
  AND EXISTS (SELECT FROM {stage} AS staged WHERE staged.external_id = job.external_id AND staged.employer_key IS NOT NULL)
""")

_REVIVE = sql.SQL("""
UPDATE catalog_joblisting job SET status = 'active', closed_reason = '', closed_at = NULL, last_changed_at = %(now)s
FROM (SELECT external_id, expires_at FROM {stage} WHERE employer_key IS NOT NULL) AS incoming
WHERE job.feed_id = %(feed)s AND job.external_id = incoming.external_id
  AND job.status = 'closed' AND job.closed_reason <> 'manual'
  AND (incoming.expires_at IS NULL OR incoming.expires_at > %(now)s)
RETURNING job.id
""")

# An unchanged row costs no write at all: its hash and industry are equal, and no clause is met. The industry is compared by
# itself, because the feed's and the employer's, which stand in for a missing one, are no part of the record.
_MERGE = sql.SQL("""
MERGE INTO catalog_joblisting AS job
USING (
  SELECT {staged}, employer.id AS employer_id,
    coalesce(nullif(nullif(staged.industry, 'unknown'), ''), nullif(employer.industry, ''),
             nullif(%(industry)s, ''), 'unknown') AS industry
  FROM {stage} AS staged JOIN catalog_employer employer ON employer.key = staged.employer_key
) AS incoming
ON job.feed_id = %(feed)s AND job.external_id = incoming.external_id
WHEN MATCHED AND (job.content_hash, job.industry) <> (incoming.content_hash, incoming.industry) THEN
  UPDATE SET {assignments}, employer_id = incoming.employer_id, last_changed_at = %(now)s
WHEN NOT MATCHED AND (incoming.expires_at IS NULL OR incoming.expires_at > %(now)s) THEN
  INSERT (feed_id, employer_id, industry, status, closed_reason, first_seen_at, last_changed_at, {columns})
  VALUES (%(feed)s, incoming.employer_id, incoming.industry, 'active', '', %(now)s, %(now)s, {incoming})
RETURNING merge_action(), job.id
""")

_PUBLIC_IDS = """
UPDATE catalog_joblisting job SET public_id = given.public_id
FROM unnest(%(ids)s::bigint[], %(public)s::text[]) AS given (id, public_id) WHERE job.id = given.id
"""

_PLACES = """
INSERT INTO catalog_joblisting_places (joblisting_id, place_id)
SELECT DISTINCT job.id, place.id FROM catalog_joblisting job CROSS JOIN LATERAL unnest(job.place_ids) AS named (id)
JOIN catalog_place place ON place.id = named.id WHERE job.id = ANY(%(ids)s)
"""
