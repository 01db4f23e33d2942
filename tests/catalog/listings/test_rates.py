"""Rates as rows: what converts pay, and what happens to listings when staff change one."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from catalog.listings import rates
from catalog.listings.convert import convert_pay
from catalog.listings.filters import Filters
from catalog.listings.search import search
from catalog.models import ExchangeRate, JobListing
from tests.factories import make_listing

pytestmark = pytest.mark.django_db

LIST = "/admin/catalog/exchangerate/"


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    rates.forget()
    yield
    rates.forget()


def in_euros(**fields: Any) -> JobListing:
    pay = {"pay_currency": "EUR", "pay_year_min": 40_000, "pay_year_max": 50_000, "pay_usd_min": 1, "pay_usd_max": 2}
    return make_listing(**{**pay, **fields})


@pytest.mark.promise("LIST-18")
def test_the_shipped_rates_load_once_and_what_staff_changed_stays() -> None:
    assert rates.load_rates() > 30
    ExchangeRate.objects.filter(currency="EUR").update(usd="1.5")
    assert rates.load_rates() == 0
    rates.forget()
    assert rates.to_common(100, "EUR") == 150
    assert rates.rate_of("XXX") is None


@pytest.mark.promise("LIST-18")
def test_new_rates_reach_every_listing_and_its_search_row_once() -> None:
    rates.load_rates()
    ExchangeRate.objects.filter(currency="EUR").update(usd="2")
    listing, other = in_euros(), make_listing(pay_year_min=37_440, pay_year_max=45_760)
    assert convert_pay() == 1
    listing.refresh_from_db()
    assert (listing.pay_usd_min, listing.pay_usd_max) == (80_000, 100_000)
    assert [found.id for found in search(Filters(pay_min=90_000), limit=5).listings] == [listing.pk]
    assert convert_pay() == 0
    other.refresh_from_db()
    assert other.pay_usd_max == 45_760


@pytest.mark.promise("LIST-18")
def test_an_amount_that_no_column_holds_and_one_that_nobody_stated_stay_unknown() -> None:
    rates.load_rates()
    huge = in_euros(pay_year_max=2_000_000_000)
    none = in_euros(pay_year_min=None, pay_year_max=None, pay_usd_min=None, pay_usd_max=None)
    assert convert_pay() == 1
    huge.refresh_from_db()
    none.refresh_from_db()
    assert huge.pay_usd_max is None
    assert none.pay_usd_min is None


@pytest.mark.promise("LIST-18")
def test_staff_type_all_rates_in_one_list(admin_client: Client) -> None:
    ExchangeRate.objects.create(currency="EUR", usd=1)
    ExchangeRate.objects.create(currency="USD", usd=1)
    form = {"form-TOTAL_FORMS": 2, "form-INITIAL_FORMS": 2, "_save": "Save"}
    rows = {"form-0-currency": "EUR", "form-0-usd": "1.25", "form-0-as_of": "2026-11-30"}
    own = {"form-1-currency": "USD", "form-1-usd": "1", "form-1-as_of": "2026-11-30"}
    assert admin_client.post(LIST, form | rows | own).status_code == 302
    assert ExchangeRate.objects.get(currency="EUR").usd == Decimal("1.25")
    assert "One USD is one USD." in admin_client.post(LIST, form | rows | own | {"form-1-usd": "2"}).content.decode()


@pytest.mark.promise("LIST-18")
@pytest.mark.parametrize("code", ["E1R", "EU", "€UR"])
def test_a_currency_is_three_letters(admin_client: Client, code: str) -> None:
    page = admin_client.post(f"{LIST}add/", {"currency": code, "usd": "1", "as_of": "2026-11-30"})
    assert page.status_code == 200
    assert not ExchangeRate.objects.exists()


@pytest.mark.promise("TOOL-10")
def test_a_synonym_that_no_search_could_find_is_refused(admin_client: Client) -> None:
    add = "/admin/catalog/searchsynonym/add/"
    page = admin_client.post(add, {"term": "RN", "meanings": "registered nurse, (m/w/d)"})
    assert "holds no word that a search could find" in page.content.decode()
    assert admin_client.post(add, {"term": "RN", "meanings": "registered nurse"}).status_code == 302
