"""The narrow rows that find listings: title and company words plus position-less facet lexemes under one GIN index.

A facet lexeme starts with `=`, which no word of a text can: `=c4671654` city, `=n4671654` hub within 40 km, `=kUS` country,
`=rUS.TX` region, `=wremote` workplace, `=efull_time` employment, `=lsenior` level, `=iretail` industry, `=s7` feed, `=d20788`
day and `=v2969` week of posting since 1970, `=p9` pay from 90,000 to 99,999 (see `slices.py`).
"""

from collections.abc import Sequence

from django.db import connection

from catalog.listings.names import normalise_title
from catalog.listings.slices import BEST_PAID_BAND, MINUTES_A_DAY, MINUTES_A_WEEK, PAY_BAND, UNPAID_BAND
from catalog.models import JobListing

_DROP = "DELETE FROM catalog_jobsearch WHERE listing_id = ANY(%(ids)s) AND listing_id <> ALL(%(open)s)"

_WRITE = f"""
INSERT INTO catalog_jobsearch
  (listing_id, tsv, posted_min, pay_usd_min, pay_usd_max, industry, workplace, employer_id, latitude, longitude)
SELECT job.id,
  setweight(to_tsvector('english', words.title), 'A')
    || setweight(to_tsvector('english', job.company), 'B')
    || array_to_tsvector(array_remove(
         facets.lexemes || ARRAY['=w' || job.workplace, '=e' || job.employment_type, '=l' || nullif(job.seniority, ''),
           '=i' || job.industry, '=s' || job.feed_id, '=d' || posted.minute / {MINUTES_A_DAY}, '=v' || posted.minute / {MINUTES_A_WEEK},
           '=p' || least(coalesce(job.pay_usd_max / {PAY_BAND}, {UNPAID_BAND}), {BEST_PAID_BAND})], NULL)),
  posted.minute,
  job.pay_usd_min, job.pay_usd_max, job.industry, job.workplace, job.employer_id, facets.latitude, facets.longitude
FROM unnest(%(open)s::bigint[], %(titles)s::text[]) AS words (id, title)
JOIN catalog_joblisting job ON job.id = words.id
CROSS JOIN LATERAL (SELECT round(extract(epoch FROM coalesce(job.posted_at, job.first_seen_at)) / 60)::int) AS posted (minute)
CROSS JOIN LATERAL (
  SELECT
    coalesce(array_agg(DISTINCT lexeme) FILTER (WHERE lexeme IS NOT NULL), '{{}}')
      || ARRAY['=k' || nullif(job.country, ''), '=r' || nullif(job.country, '') || '.' || nullif(job.region, '')] AS lexemes,
    min(place.latitude) AS latitude, min(place.longitude) AS longitude
  FROM catalog_place place
  CROSS JOIN LATERAL unnest(
    ARRAY['=c' || place.id, '=k' || place.country, '=r' || place.country || '.' || nullif(place.admin1, '')]
      || (SELECT coalesce(array_agg('=n' || hub), '{{}}') FROM unnest(place.hubs) AS hub)
  ) AS lexeme
  WHERE place.id = ANY(job.place_ids)
) AS facets
ON CONFLICT (listing_id) DO UPDATE SET
  tsv = excluded.tsv, posted_min = excluded.posted_min, pay_usd_min = excluded.pay_usd_min,
  pay_usd_max = excluded.pay_usd_max, industry = excluded.industry, workplace = excluded.workplace,
  employer_id = excluded.employer_id, latitude = excluded.latitude, longitude = excluded.longitude
"""  # noqa: S608 - constants only


def index_listings(ids: Sequence[int]) -> None:
    """Rewrites the narrow rows of these listings; those that are not open lose theirs. Two statements, whatever the number."""
    open_ones = JobListing.objects.filter(id__in=ids, status=JobListing.Status.ACTIVE).values_list("id", "title")
    titles = {pk: normalise_title(title) for pk, title in open_ones}
    values: dict[str, list[int] | list[str]] = {"ids": list(ids), "open": list(titles), "titles": list(titles.values())}
    with connection.cursor() as cursor:
        cursor.execute(_DROP, values)
        cursor.execute(_WRITE, values)
