"""From a publisher's record to a listing's content, by data."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from catalog.errors import ShortlistError
from catalog.feeds.mapper import Fallbacks
from catalog.feeds.paths import find, texts
from catalog.feeds.presets import load_mapping
from catalog.feeds.record import Rejected
from tests.catalog.feeds.mapping_of import map_record, mapped

INDEED = {
    "title": "Auto Tech.", "referencenumber": "abc-1", "company": "Euro Car Care, Inc", "city": "Santa Monica",
    "state": "CA", "country": "US", "date": "2026-07-31T07:27:14", "url": "https://cars.example/1?a=1&b=2",
    "salary": "$50K per year", "jobtype": "fulltime, parttime", "description": "<p>Fix <b>cars</b>.</p><script>x</script>",
}  # fmt: skip


@pytest.mark.promise("FEED-12")
def test_an_indeed_record_becomes_a_listing() -> None:
    found = mapped(load_mapping("indeed-xml"), INDEED)
    assert (found.external_id, found.title, found.company) == ("abc-1", "Auto Tech.", "Euro Car Care, Inc")
    assert (found.location_text, found.country) == ("Santa Monica, CA, US", "US")
    assert (found.pay_min, found.pay_currency, found.pay_period) == (Decimal(50_000), "USD", "year")
    assert (found.pay_text, found.employment_type) == ("$50K per year", "full_time")
    assert (found.description, found.description_html) == ("Fix cars.", "<p>Fix <b>cars</b>.</p>")
    assert (found.posted_at, found.apply_url) == (datetime(2026, 7, 31, 7, 27, 14, tzinfo=UTC), INDEED["url"])
    assert found.provenance["external_id"] == "referencenumber"


@pytest.mark.promise("FEED-12")
def test_a_jobrapido_record_has_its_day_first_and_its_place_elsewhere() -> None:
    record = {
        "title": "Support", "location": "Phoenix", "state": "AZ", "country": "US", "company": "Acme",
        "publishdate": "05/10/2026", "expirydate": "05/12/2026", "reference_id": "ad1", "url": "http://acme.example/1",
    }  # fmt: skip
    found = mapped(load_mapping("indeed-xml"), record)
    assert (found.posted_at, found.expires_at) == (datetime(2026, 10, 5, tzinfo=UTC), datetime(2026, 12, 5, tzinfo=UTC))
    assert (found.location_text, found.apply_url) == ("Phoenix, AZ, US", "https://acme.example/1")


@pytest.mark.promise("FEED-12")
def test_a_greenhouse_record_has_escaped_html_pay_in_cents_and_metadata() -> None:
    record = {
        "id": 4711, "title": "Data Scientist", "company_name": "Acme ", "absolute_url": "https://boards.example/4711",
        "location": {"name": "London, UK"}, "content": "&lt;p&gt;Ask &amp;amp; answer&lt;/p&gt;", "language": "en",
        "metadata": [{"name": "Level", "value": "3"}, {"name": "Employment Type", "value": "Full-time"}],
        "pay_input_ranges": [{"min_cents": 5_000_000, "max_cents": 6_000_000, "currency_type": "GBP", "title": "Annual salary"}],
        "first_published": "2026-07-16T11:55:32-04:00", "application_deadline": None,
    }  # fmt: skip
    found = mapped(load_mapping("greenhouse"), record)
    assert (found.external_id, found.company, found.location_text) == ("4711", "Acme", "London, UK")
    assert (found.pay_min, found.pay_max, found.pay_currency) == (Decimal(50_000), Decimal(60_000), "GBP")
    assert (found.employment_type, found.description) == ("full_time", "Ask & answer")
    assert found.posted_at == datetime(2026, 7, 16, 15, 55, 32, tzinfo=UTC)


@pytest.mark.promise("FEED-12")
@pytest.mark.parametrize(
    ("title", "role", "company"),
    [
        ("Acme: Cook", "Cook", "Acme"),
        ("Cook at Acme", "Cook", "Acme"),
        ("Acme: Head of Sales at Scale", "Head of Sales at Scale", "Acme"),
        ("Cook at Large at Acme", "Cook at Large", "Acme"),
    ],
)
def test_an_rss_title_names_the_company_too(title: str, role: str, company: str) -> None:
    found = mapped(load_mapping("rss"), {"title": title, "link": "https://x.example/1"})
    assert (found.title, found.company, found.external_id) == (role, company, "https://x.example/1")


def test_a_title_is_left_whole_where_an_element_names_the_company() -> None:
    record = {"title": "Cook: nights", "company": "Acme", "id": "1", "link": "https://x.example/1"}
    assert mapped(load_mapping("rss"), record).title == "Cook: nights"


@pytest.mark.promise("FEED-12")
def test_a_neogov_item_is_read_with_its_odd_dates() -> None:
    record = {
        "title": "Librarian", "id": "7", "link": "https://city.example/7", "joblisting_department": "City Library",
        "joblisting_location": "Austin, TX", "joblisting_minimumsalary": "25.50", "joblisting_maximumsalary": "31.00",
        "joblisting_salarycurrency": "USD", "joblisting_salaryinterval": "Hour",
        "joblisting_advertisetodatetime": "Wed, 19 Aug 2026 05:00:00:0",
    }  # fmt: skip
    found = mapped(load_mapping("rss"), record)
    assert (found.company, found.pay_max, found.pay_period) == ("City Library", Decimal(31), "hour")
    assert found.expires_at == datetime(2026, 8, 19, 5, tzinfo=UTC)


def test_a_record_that_is_no_posting_is_left_out() -> None:
    assert map_record(load_mapping("ashby"), {"id": "1", "title": "Cook", "isListed": False}) is None
    notice = load_mapping("lever", {"leave_out": [{"path": "text", "missing": True}]})
    assert map_record(notice, {"legal": "Link back, please."}) is None


@pytest.mark.promise("FEED-13")
@pytest.mark.parametrize(
    ("change", "reasons"),
    [
        ({"title": ""}, ("it has no title",)),
        ({"title": "<script>x</script>", "company": " "}, ("it has no title", "it names no company")),
        ({"referencenumber": "", "url": ""}, ("it has no id",)),
    ],
)
def test_a_record_that_can_not_be_used_says_why(change: dict[str, str], reasons: tuple[str, ...]) -> None:
    found = map_record(load_mapping("indeed-xml"), {**INDEED, **change})
    assert isinstance(found, Rejected)
    assert found.reasons == reasons


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "https://user@x.example/", "https://10.0.0.1/", "ftp://x.example/", "/jobs/1"]
)
def test_an_address_that_people_should_not_follow_is_an_obstacle(url: str) -> None:
    found = mapped(load_mapping("indeed-xml"), {**INDEED, "url": url})
    assert (found.apply_url, found.obstacles()) == ("", ("it has no https address to apply at",))


def test_ids_stay_as_they_are_and_overlong_ones_stay_apart() -> None:
    one = mapped(load_mapping("indeed-xml"), {**INDEED, "referencenumber": " A\x00b\u2028 "})
    assert one.external_id == "Ab"
    long = [
        mapped(load_mapping("indeed-xml"), {**INDEED, "referencenumber": "x" * 300 + end}).external_id for end in "ab"
    ]
    assert len(set(long)) == 2
    assert all(len(key) == 64 for key in long)


def test_pay_that_is_no_number_is_kept_as_words_and_not_guessed() -> None:
    found = mapped(load_mapping("indeed-xml"), {**INDEED, "salary": "Competitive"})
    assert (found.pay_min, found.pay_usd_max, found.pay_text) == (None, None, "Competitive")


def test_a_feeds_currency_is_used_only_where_the_record_names_none() -> None:
    canadian = Fallbacks(currency="CAD")
    assert (
        mapped(load_mapping("indeed-xml"), {**INDEED, "salary": "50,000 per year"}, fallbacks=canadian).pay_currency
        == "CAD"
    )
    assert (
        mapped(load_mapping("indeed-xml"), {**INDEED, "salary": "€50,000 per year"}, fallbacks=canadian).pay_currency
        == "EUR"
    )


def test_the_hash_changes_with_the_content_and_with_nothing_else() -> None:
    first, same = (mapped(load_mapping("indeed-xml"), INDEED).content_hash("via A") for _ in range(2))
    other = mapped(load_mapping("indeed-xml"), {**INDEED, "salary": "$51K per year"})
    assert first == same
    assert (
        len({first, other.content_hash("via A"), mapped(load_mapping("indeed-xml"), INDEED).content_hash("via B")}) == 3
    )


@pytest.mark.promise("FEED-12")
def test_an_unknown_feed_is_mapped_by_data_alone() -> None:
    overlay = {
        "records": ["stelle"], "fields": {"title": "titel", "company": ["firma.name"], "location": [["ort", "land"]],
        "external_id": "nr", "posted_at": "seit"}, "date_formats": ["%d.%m.%Y"], "flags": {"workplace": {"zuhause": "remote"}},
        "templates": {"apply_url": "https://stellen.example/{nr}"}, "constants": {"pay_currency": "EUR"},
    }  # fmt: skip
    record = {
        "nr": "a b",
        "titel": "Köchin",
        "firma": {"name": "Acme"},
        "ort": "Berlin",
        "land": "DE",
        "seit": "3.4.2026",
        "zuhause": "true",
    }
    found = mapped(load_mapping("indeed-xml", overlay), record)
    assert (found.title, found.company, found.location_text, found.workplace) == (
        "Köchin",
        "Acme",
        "Berlin, DE",
        "remote",
    )
    assert (found.apply_url, found.posted_at) == ("https://stellen.example/a%20b", datetime(2026, 4, 3, tzinfo=UTC))


@pytest.mark.parametrize(
    ("overlay", "field"),
    [
        ({"fields": {"colour": "red"}}, "fields.colour"),
        ({"reader": "pdf"}, "reader"),
        ({"fields": "title"}, "fields"),
        ({"pay": {"divide_by": 0}}, "pay.divide_by"),
        ({"surprise": 1}, "surprise"),
        ({"fields": {"title": [{"each": "a"}]}}, "fields.title"),
    ],
)
def test_a_mapping_that_can_not_be_used_says_where(overlay: dict[str, Any], field: str) -> None:
    with pytest.raises(ShortlistError) as caught:
        load_mapping("indeed-xml", overlay)
    assert caught.value.fields[0].field.startswith(field)


def test_an_unknown_preset_names_those_that_there_are() -> None:
    with pytest.raises(
        ShortlistError, match=r"no preset called “indeed”.*ashby, bamboohr, csv, greenhouse, hr-xml, indeed-xml"
    ):
        load_mapping("indeed")


RECORD = {
    "a": {"b": [1, {"c": " x "}, {"c": None}, [{"c": "y"}]]},
    "t": True,
    "l": [{"k": "1", "v": "one"}, {"k": "2", "v": "two"}],
}


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("a.b.c", ["x", "y"]),
        ("t", ["true"]),
        ("l[k=2].v", ["two"]),
        ("l[k=3].v", []),
        ("a.z", []),
        ("t.c", []),
        ("a", []),
    ],
)
def test_paths_go_through_lists_and_pick_by_a_value(path: str, values: list[str]) -> None:
    assert list(texts(RECORD, path)) == values


def test_the_first_source_that_is_not_empty_wins() -> None:
    record = {"city": "", "state": "TX", "town": "Austin", "country": "US"}
    found = find(record, [["city", "state"], ["town", "state", "country"], "state"], joint=", ")
    assert (found.values, found.source) == (("Austin, TX, US",), "town + state + country")
