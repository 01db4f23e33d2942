"""What the model gets for one listing, on a page for staff."""

import json
import re
from html import unescape

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from catalog.listings.status import close_listings, hide_listings
from catalog.models import JobListing
from mcp_bridge.models import Shortlist
from mcp_bridge.shortlists.log import call_log
from tests.factories import make_listing

pytestmark = pytest.mark.promise("ADMIN-21")


def page(client: Client, listing: JobListing) -> str:
    return unescape(client.get(reverse("for_model", args=[listing.public_id])).content.decode())


def given(text: str) -> list[dict[str, object]]:
    """The JSON of each part that has any."""
    return [json.loads(part) for part in re.findall(r"<pre[^>]*>(.*?)</pre>", text, re.DOTALL)]


def test_it_is_what_the_tools_give(admin_client: Client, board: None) -> None:
    listing = make_listing(title="Lead Barista", description="Open the bar.\n\nWhat you bring\n- calm")
    row, read = given(page(admin_client, listing))
    assert (row["id"], row["title"], "text" in row) == (listing.public_id, "Lead Barista", False)
    assert (read["text"], read["sections"]) == ("Open the bar.", [{"heading": "What you bring", "text": "- calm"}])
    assert (call_log.flush(), Shortlist.objects.count()) == (0, 0)


def test_for_a_closed_and_a_hidden_listing_it_says_what_a_model_is_told(admin_client: Client, board: None) -> None:
    closed, hidden = make_listing(title="Lead Barista"), make_listing(title="Lead Barista")
    close_listings(ids=[closed.pk])
    hide_listings(ids=[hidden.pk])
    text = page(admin_client, closed)
    assert "It is not among the first 25 of the 0" in text
    [gone] = given(text)
    assert str(gone["reason"]).startswith("Closed on ")
    assert "A model that asks for it is told that no job has its id." in page(admin_client, hidden)


def test_the_listing_leads_there(admin_client: Client, board: None) -> None:
    listing = make_listing()
    form = admin_client.get(reverse("admin:catalog_joblisting_change", args=[listing.pk])).content.decode()
    assert reverse("for_model", args=[listing.public_id]) in form


def test_it_is_for_staff_who_may_see_listings(client: Client, editor: Client, board: None) -> None:
    address = reverse("for_model", args=[make_listing().public_id])
    assert client.get(address).status_code == 302
    assert editor.get(address).status_code == 403
    reader = User.objects.create_user("reader", is_staff=True)
    reader.user_permissions.set(Permission.objects.filter(codename="view_joblisting"))
    client.force_login(reader)
    assert client.get(address).status_code == 200
    assert client.get(reverse("for_model", args=["1234"])).status_code == 404
