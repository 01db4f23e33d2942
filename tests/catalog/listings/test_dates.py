from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.listings.dates import parse_date

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
DATES: list[tuple[object, str]] = [
    ("2026-08-05", "2026-08-05T00:00:00+00:00"),
    ("2026-08-05T10:10:39Z", "2026-08-05T10:10:39+00:00"),
    ("2026-08-05 10:10:39 UTC", "2026-08-05T10:10:39+00:00"),
    ("2026-07-16T11:55:32-04:00", "2026-07-16T15:55:32+00:00"),
    ("2026-07-16 11:55:32 -0400", "2026-07-16T15:55:32+00:00"),
    ("2014-07-31T07:27:14", "2014-07-31T07:27:14+00:00"),
    ("20260805", "2026-08-05T00:00:00+00:00"),
    ("Tue, 01 Apr 2026 12:00:00 GMT", "2026-04-01T12:00:00+00:00"),
    ("Wed, 19 Aug 2026 05:00:00:0", "2026-08-19T05:00:00+00:00"),
    ("1785931839", "2026-08-05T12:10:39+00:00"),
    (1785931839000, "2026-08-05T12:10:39+00:00"),
    ("19/08/2026", "2026-08-19T00:00:00+00:00"),
    ("08/19/2026", "2026-08-19T00:00:00+00:00"),
    ("2026/08/05", "2026-08-05T00:00:00+00:00"),
    ("05/05/2026", "2026-05-05T00:00:00+00:00"),
    ("Posted Yesterday", "2026-11-29T12:00:00+00:00"),
    ("3 days ago", "2026-11-27T12:00:00+00:00"),
    ("Posted 30+ Days Ago", "2026-10-31T12:00:00+00:00"),
]


@pytest.mark.promise("LIST-13")
@pytest.mark.parametrize(("raw", "iso"), DATES)
def test_a_date_is_read_in_the_usual_notations(raw: object, iso: str) -> None:
    found = parse_date(raw, now=NOW)
    assert found is not None
    assert found.isoformat() == iso


NO_DATES = (
    "0001-01-01|0001-01-01T00:00:00|1970-01-01|9999-12-31|05/08/2026|soon|2026-13-45|Posted Yesterday|99999999999999999"
)


@pytest.mark.promise("LIST-13")
@pytest.mark.parametrize("raw", [None, "", True, 0, *NO_DATES.split("|")])
def test_a_placeholder_or_an_ambiguous_date_is_none(raw: object) -> None:
    assert parse_date(raw) is None


@pytest.mark.promise("LIST-13")
def test_the_format_that_a_feed_declares_decides() -> None:
    assert parse_date("05/08/2026", formats=["%d/%m/%Y"]) == datetime(2026, 8, 5, tzinfo=UTC)
    assert parse_date("05/08/2026", formats=["%m/%d/%Y"]) == datetime(2026, 5, 8, tzinfo=UTC)


@given(st.one_of(st.text(max_size=100), st.integers(), st.floats(), st.text("0123456789/-:. TZ+ago days", max_size=30)))
def test_any_value_is_a_date_in_utc_or_none(raw: object) -> None:
    found = parse_date(raw, now=NOW)
    assert found is None or (found.tzinfo is UTC and 1989 <= found.year <= 2101)
