"""Pay converted anew when rates have changed."""

from collections.abc import Iterator

from django.db import connection, transaction

from catalog.listings.index import index_listings
from catalog.listings.rates import forget, known_currencies, rate_of

AT_ONCE = 2_000  # listings of one transaction

_CONVERT = """
UPDATE catalog_joblisting SET pay_usd_min = {low}, pay_usd_max = {high}
WHERE id = ANY(ARRAY(
  SELECT id FROM catalog_joblisting
  WHERE id > %(after)s AND pay_currency = %(currency)s AND (pay_usd_min, pay_usd_max) IS DISTINCT FROM ({low}, {high})
  ORDER BY id LIMIT {at_once}))
RETURNING id
"""
# As `rates.to_common` does: amounts that a 32-bit column can't hold become unknown.
_COMMON = "CASE WHEN {column} * %(rate)s < 2000000000 THEN round({column} * %(rate)s)::int END"


def convert_pay() -> int:
    """Brings every listing's pay in US dollars up to the rates of now; says how many changed. Safe to stop and to repeat."""
    forget()
    return sum(len(changed) for currency in known_currencies() for changed in _converted(currency))


def _converted(currency: str) -> Iterator[list[int]]:
    sql = _CONVERT.format(
        low=_COMMON.format(column="pay_year_min"), high=_COMMON.format(column="pay_year_max"), at_once=AT_ONCE
    )
    after: int | None = 0
    while after is not None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql, {"currency": currency, "rate": rate_of(currency), "after": after})
            changed = [pk for [pk] in cursor.fetchall()]
            index_listings(changed)
        yield changed
        after = max(changed, default=None)
