"""Listings, employers and places in the admin."""

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from catalog.listings import synonyms
from catalog.listings.filters import Filters
from catalog.listings.search import search
from catalog.listings.spelling import recount_words
from catalog.models import JobListing, SearchSynonym
from tests.factories import make_listing, make_places

pytestmark = pytest.mark.django_db
LISTINGS = "/admin/catalog/joblisting/"


def run(client: Client, action: str, *listings: JobListing) -> str:
    values = {"action": action, "_selected_action": [listing.pk for listing in listings]}
    return client.post(LISTINGS, values, follow=True).content.decode()


@pytest.mark.promise("ADMIN-8")
@pytest.mark.parametrize("query", [{"q": "barista"}, {"q": "Harbour"}, {"status": "active", "workplace": "remote"}])
def test_staff_find_by_title_company_and_filters(admin_client: Client, query: dict[str, str]) -> None:
    wanted = make_listing(title="Barista", company="Harbour Coffee", workplace="remote")
    make_listing(title="Welder", company="Ironworks", workplace="onsite")
    found = admin_client.get(LISTINGS, query).context["cl"].result_list
    assert list(found) == [wanted]


@pytest.mark.promise("ADMIN-8")
def test_staff_find_by_public_id(admin_client: Client) -> None:
    wanted, _ = make_listing(), make_listing()
    assert list(admin_client.get(LISTINGS, {"q": wanted.public_id}).context["cl"].result_list) == [wanted]


@pytest.mark.promise("ADMIN-8")
def test_hiding_takes_a_listing_out_of_search_and_showing_puts_it_back(admin_client: Client) -> None:
    listing = make_listing(title="Night baker")
    assert "Night baker is hidden." in run(admin_client, "hide", listing)
    assert search(Filters(query="baker"), limit=5).listings == ()
    run(admin_client, "show", listing)
    assert [found.id for found in search(Filters(query="baker"), limit=5).listings] == [listing.pk]
    assert [entry.change_message for entry in LogEntry.objects.order_by("pk")] == ["Hidden.", "Shown again."]


@pytest.mark.promise("ADMIN-8")
def test_closing_records_that_staff_did_it(admin_client: Client) -> None:
    first, second = make_listing(), make_listing()
    assert "2 listings are closed by staff." in run(admin_client, "close", first, second)
    first.refresh_from_db()
    assert (first.status, first.closed_reason) == ("closed", "manual")
    assert first.closed_at is not None
    assert search(Filters(), limit=5).listings == ()


@pytest.mark.promise("ADMIN-8")
def test_the_page_shows_provenance_as_text_and_links_to_the_board(admin_client: Client) -> None:
    listing = make_listing(provenance={"title": "job/title", "company": "<b>feed</b>"})
    page = admin_client.get(reverse("admin:catalog_joblisting_change", args=[listing.pk])).content.decode()
    assert "<td>title</td><td>job/title</td>" in page
    assert "&lt;b&gt;feed&lt;/b&gt;" in page
    assert f'href="/jobs/{listing.public_id}/"' in page
    assert 'name="_save"' not in page


@pytest.mark.promise("ADMIN-8")
def test_an_action_runs_from_the_listings_own_page(admin_client: Client) -> None:
    listing = make_listing()
    address = reverse("admin:catalog_joblisting_change", args=[listing.pk])
    admin_client.post(address, {"CHANGE_FORM-action": "hide", "_selected_action": [listing.pk]})
    listing.refresh_from_db()
    assert listing.status == "hidden"


def test_employers_count_their_open_listings(admin_client: Client) -> None:
    make_listing(company="Harbour Coffee")
    make_listing(company="Harbour Coffee", status="closed", closed_reason="missing")
    [employer] = admin_client.get("/admin/catalog/employer/").context["cl"].result_list
    assert employer.open_listings == 1


def test_places_are_found_by_name_and_cannot_be_changed(admin_client: Client) -> None:
    make_places()
    [place] = admin_client.get("/admin/catalog/place/", {"q": "round"}).context["cl"].result_list
    assert place.name == "Round Rock"
    assert admin_client.post(f"/admin/catalog/place/{place.pk}/change/", {"name": "X"}).status_code == 403


def found_by(client: Client, query: str) -> list[JobListing]:
    return list(client.get(LISTINGS, {"q": query}).context["cl"].result_list)


@pytest.mark.promise("ADMIN-20")
def test_the_list_finds_what_the_tool_finds(admin_client: Client) -> None:
    SearchSynonym.objects.create(term="RN", meanings=["registered nurse"])
    synonyms.forget()
    nurse = make_listing(title="Registered Nurse (m/w/d)", company="Harbour Clinic")
    make_listing(title="Welder", company="Ironworks")
    recount_words()
    assert found_by(admin_client, "RN") == [nurse]
    assert found_by(admin_client, "nurse registered") == [nurse]
    assert found_by(admin_client, "regsitered nurse") == [nurse]


@pytest.mark.promise("ADMIN-20")
def test_the_list_also_finds_what_no_tool_finds(admin_client: Client) -> None:
    hidden = make_listing(title="Night baker", status="hidden", external_id="post-77")
    make_listing(title="Welder")
    assert found_by(admin_client, "baker") == [hidden]
    assert found_by(admin_client, "post-77") == [hidden]
    assert found_by(admin_client, "x" * 5_000) == []


@pytest.mark.promise("ADMIN-20")
def test_a_search_keeps_to_the_filters(admin_client: Client) -> None:
    make_listing(title="Barista", workplace="remote")
    onsite = make_listing(title="Barista", workplace="onsite")
    page = admin_client.get(LISTINGS, {"q": "barista", "workplace": "onsite"})
    assert list(page.context["cl"].result_list) == [onsite]
