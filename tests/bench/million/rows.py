"""Listings by the hundred thousand: drawn in the database, the same on every machine, then indexed by the product itself."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import batched

from django.db import connection

from catalog.listings.index import index_listings
from tests.bench.million.words import AFTER, BEFORE, BODIES, bodies, companies, titles

FEEDS = 40
AT_ONCE = 2_000  # as a refresh indexes them

# Numbers that look drawn: hashes of the row's number, so that row 17 is the same in every run.
_DRAW = """
CREATE OR REPLACE FUNCTION bench_draw(n bigint, what int, among int) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ((hashint8extended(n, what) & 2147483647) % among)::int;
CREATE OR REPLACE FUNCTION bench_share(n bigint, what int) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (hashint8extended(n, what) & 2147483647) / 2147483648.0::float8;
"""
# Three of four listings are in the United States; larger cities have more of them.
_CITIES = """
CREATE TABLE bench_city AS
SELECT row_number() OVER (PARTITION BY home ORDER BY id, slot) - 1 AS number, home, id, name, country, admin1
FROM (SELECT *, country = 'US' AS home FROM catalog_place
      WHERE country IN ('US', 'CA', 'GB', 'IE', 'DE', 'NL', 'AU') AND population >= 15000) place
CROSS JOIN LATERAL generate_series(1, ceil(population / 20000.0)::int) AS slot;
CREATE UNIQUE INDEX ON bench_city (home, number);
ANALYZE bench_city;
"""
_FEEDS = """
INSERT INTO catalog_feed (slug, name, url, preset, mapping, enabled, authoritative, interval_minutes, drop_limit, blast_limit,
  empty_limit, attribution, default_industry, default_currency, next_run_at, etag, last_modified, body_sha256,
  failures_in_a_row, empties_in_a_row, created_at)
SELECT 'bench-' || n, 'Bench ' || n, 'https://feeds.example/' || n, 'indeed-xml', '{{}}', false, true, 60, 0.3, 0.5,
  3, '', '', '', now(), '', '', '', 0, 0, now() FROM generate_series(1, {feeds}) AS n
"""
_LISTINGS = """
INSERT INTO catalog_joblisting (id, public_id, feed_id, external_id, employer_id, title, company, location_text, place_ids,
  location, country, region, workplace, employment_type, seniority, industry, description_html, description, pay_min, pay_max,
  pay_currency, pay_period, pay_text, pay_year_min, pay_year_max, pay_usd_min, pay_usd_max, apply_url, attribution, language,
  posted_at, first_seen_at, last_changed_at, closed_reason, status, content_hash, provenance)
SELECT n, lpad(scrambled::text, 8, '0') || lpad((98 - scrambled * 100 %% 97)::text, 2, '0'),
  (SELECT min(id) FROM catalog_feed) + n %% {feeds}, 'job-' || n, employer.id,
  before || job.title || after, employer.name, city.name || ', ' || city.admin1,
  CASE WHEN bench_share(n, 1) < 0.08 THEN ARRAY[city.id, other.id] ELSE ARRAY[city.id] END,
  city.name || ', ' || city.admin1, city.country, city.admin1,
  CASE WHEN job.is_desk AND bench_share(n, 2) < 0.3 THEN 'remote' WHEN job.is_desk AND bench_share(n, 2) < 0.6 THEN 'hybrid'
       WHEN bench_share(n, 2) < 0.9 THEN 'onsite' ELSE 'unknown' END,
  CASE WHEN after = ', Part Time' THEN 'part_time' WHEN bench_share(n, 3) < 0.7 THEN 'full_time'
       WHEN bench_share(n, 3) < 0.8 THEN 'contract' ELSE 'unknown' END,
  CASE before WHEN 'Senior ' THEN 'senior' WHEN 'Lead ' THEN 'lead' WHEN 'Junior ' THEN 'entry' ELSE '' END,
  CASE WHEN bench_share(n, 4) < 0.05 THEN 'unknown' WHEN bench_share(n, 4) < 0.12 THEN 'staffing' ELSE job.industry END,
  '<p>' || body.text || '</p>', body.text, pay.low, pay.high,
  CASE WHEN pay.low IS NULL THEN '' ELSE 'USD' END, CASE WHEN pay.low IS NULL THEN '' ELSE 'year' END,
  CASE WHEN pay.low IS NULL THEN '' ELSE '$' || pay.low || '–' || pay.high || ' a year' END,
  pay.low, pay.high, pay.low, pay.high, 'https://apply.example/' || n, '', 'en',
  %(now)s::timestamptz - make_interval(secs => least(120.0, -18 * ln(1 - bench_share(n, 5))) * 86400),
  %(now)s, %(now)s, '', 'active', decode(md5(n::text), 'hex'), '{{}}'
FROM (SELECT n, (n * 61803399 + 14142135) %% 100000000 AS scrambled,
        (%(before)s::text[])[1 + bench_draw(n, 6, {before})] AS before, (%(after)s::text[])[1 + bench_draw(n, 7, {after})] AS after,
        bench_share(n, 8) < 0.72 AS home
      FROM generate_series(%(first)s::bigint, %(last)s::bigint) AS n) drawn
JOIN bench_title job ON job.number = floor({titles} * bench_share(n, 9) ^ 1.5)
JOIN bench_body body ON body.job = job.job AND body.number = bench_draw(n, 10, {bodies})
JOIN bench_company employer ON employer.number = floor({companies} * bench_share(n, 11) ^ 3)
JOIN bench_city city ON city.home = drawn.home
  AND city.number = bench_draw(n, 12, CASE WHEN drawn.home THEN {at_home} ELSE {abroad} END)
JOIN bench_city other ON other.home = drawn.home
  AND other.number = bench_draw(n, 13, CASE WHEN drawn.home THEN {at_home} ELSE {abroad} END)
CROSS JOIN LATERAL (SELECT low, CASE WHEN bench_share(n, 14) < 0.15 THEN low ELSE low * 6 / 5 END AS high
  FROM (SELECT CASE WHEN bench_share(n, 15) < 0.62 THEN
          (job.yearly * (0.75 + 0.5 * bench_share(n, 16)))::int / 100 * 100 END AS low) stated) pay
ORDER BY n
"""


def prepare() -> None:
    """Feeds, employers, and the tables that rows are drawn from."""
    with connection.cursor() as cursor:
        cursor.execute(_DRAW)
        cursor.execute(_FEEDS.format(feeds=FEEDS))
        cursor.execute(_CITIES)
    _table("bench_title", "number int, job int, title text, industry text, yearly int, is_desk bool", _title_rows())
    _table("bench_body", "job int, number int, text text", list(bodies()))
    _table("bench_company", "number int, name text, key text", companies())
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE bench_company ADD COLUMN id bigint")
        cursor.execute(
            "INSERT INTO catalog_employer (name, key, website, industry) SELECT name, key, '', '' FROM bench_company"
        )
        cursor.execute(
            "UPDATE bench_company SET id = known.id FROM catalog_employer known WHERE known.key = bench_company.key"
        )
        cursor.execute("ANALYZE bench_title, bench_body, bench_company")


def generate(first: int, last: int, *, now: str) -> None:
    """Listings of these numbers; `now` is what their ages are counted from."""
    sizes = {"feeds": FEEDS, "before": len(BEFORE), "after": len(AFTER), "bodies": BODIES}
    with connection.cursor() as cursor:
        for name, table in (("titles", "bench_title"), ("companies", "bench_company")):
            sizes[name] = _count(f"SELECT count(*) FROM {table}")
        sizes["at_home"] = _count("SELECT count(*) FROM bench_city WHERE home")
        sizes["abroad"] = _count("SELECT count(*) FROM bench_city WHERE NOT home")
        given = {"first": first, "last": last, "now": now, "before": list(BEFORE), "after": list(AFTER)}
        cursor.execute(_LISTINGS.format(**sizes), given)
        cursor.execute("SELECT setval(pg_get_serial_sequence('catalog_joblisting', 'id'), %s)", [last])


def index(first: int, last: int) -> None:
    """By the product's own function, in two threads: one normalises titles while the other writes."""
    with ThreadPoolExecutor(2) as both:
        list(both.map(_index, batched(range(first, last + 1), AT_ONCE)))
        list(both.map(lambda _: connection.close(), range(2)))


def settle() -> None:
    """What autovacuum would have done an hour later."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT gin_clean_pending_list('job_search_tsv')")
        cursor.execute("VACUUM (ANALYZE) catalog_joblisting, catalog_jobsearch, catalog_employer")


def _index(ids: Sequence[int]) -> None:
    index_listings(ids)


def _title_rows() -> list[tuple[object, ...]]:
    return [
        (title.number, title.job, title.title, title.industry, title.yearly, title.is_desk_work) for title in titles()
    ]


def _table(name: str, columns: str, rows: Sequence[Sequence[object]]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE {name} ({columns})")
        with cursor.copy(f"COPY {name} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)


def _count(sql: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        [found] = cursor.fetchone()
        return int(found)
