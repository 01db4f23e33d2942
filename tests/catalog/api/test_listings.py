"""GET /api/v1/listings/."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import make_listing, make_places

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/listings/"


@pytest.mark.promise("API-1")
def test_it_finds_by_words_place_and_workplace(client: Client) -> None:
    make_places()
    wanted = make_listing(title="Barista", workplace="onsite")
    make_listing(title="Baker")
    make_listing(title="Barista", workplace="remote")
    answer = client.get(ADDRESS, {"q": "barista", "location": "Austin, TX", "workplace": "onsite"})
    assert answer.status_code == 200
    assert [found["id"] for found in answer.json()["results"]] == [wanted.public_id]
    assert answer.json()["places"] == [{"asked": "Austin, TX", "matched": "Austin, TX, United States"}]


@pytest.mark.promise("API-1")
def test_pages_follow_one_another_without_gap_or_repeat(client: Client) -> None:
    listings = {make_listing().public_id for _ in range(5)}
    found: list[str] = []
    address = f"{ADDRESS}?limit=2"
    while address:
        page = client.get(address).json()
        assert page["total"] == 5
        found += [listing["id"] for listing in page["results"]]
        address = page["next"]
    assert len(found) == 5
    assert set(found) == listings


@pytest.mark.promise("API-1")
def test_a_place_that_nobody_knows_finds_nothing_and_says_so(client: Client) -> None:
    make_listing()
    answer = client.get(ADDRESS, {"location": "Xyzzy Qwrtp"}).json()
    assert answer["results"] == []
    assert answer["places"] == [{"asked": "Xyzzy Qwrtp", "matched": ""}]


@pytest.mark.promise("API-1")
def test_a_listing_is_read_whole(client: Client) -> None:
    listing = make_listing(description="Pull shots.")
    whole = client.get(f"{ADDRESS}{listing.public_id}/").json()
    assert whole["text"] == "Pull shots."
    assert whole["url"] == listing.url
    assert whole["pay"]["text"] == "$18–22 an hour"


@pytest.mark.promise("API-2")
@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"status": "closed", "closed_reason": "missing"}, 410, "no longer in its feed"),
        ({"expires_at": timezone.now() - timedelta(days=1)}, 410, "its closing date has passed"),
        ({"status": "hidden"}, 404, "No listing has the id"),
    ],
)
def test_what_is_not_open_is_not_given(client: Client, fields: dict[str, object], status: int, words: str) -> None:
    listing = make_listing(**fields)
    answer = client.get(f"{ADDRESS}{listing.public_id}/")
    assert answer.status_code == status
    assert words in answer.json()["error"]["message"]


@pytest.mark.promise("API-4")
@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ({"limit": "many"}, "limit", "must be a whole number."),
        ({"limit": "1000"}, "limit", "must be 100 or less."),
        ({"workplace": "moon"}, "workplace[0]", "must be one of: onsite, hybrid, remote."),
        ({"locaton": "Austin"}, "locaton", "is not known here. Did you mean location?"),
        ({"q": "x" * 121}, "q", "takes at most 120 characters."),
    ],
)
def test_a_wrong_parameter_is_named(client: Client, query: dict[str, str], field: str, words: str) -> None:
    answer = client.get(ADDRESS, query)
    assert answer.status_code == 400
    assert answer.json()["error"]["fields"] == [{"field": field, "problem": words}]
    assert field in answer.json()["error"]["message"]


@pytest.mark.promise("API-4")
def test_a_cursor_of_another_search_is_refused(client: Client) -> None:
    make_listing()
    make_listing()
    following = client.get(ADDRESS, {"limit": 1}).json()["next"]
    answer = client.get(f"{following}&q=barista")
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad_cursor"


@pytest.mark.parametrize("public_id", ["%00", "%F0%9F%99%82", "1", "0000000000", "x" * 300])
def test_an_id_that_can_be_none_is_unknown_in_the_one_form(client: Client, public_id: str) -> None:
    answer = client.get(f"{ADDRESS}{public_id}/")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "listing_unknown"
