import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from catalog.listings.applying import is_invented
from catalog.models import Place
from tests.factories import AUSTIN, make_listing, make_places

pytestmark = pytest.mark.django_db


def structured_data(page: str) -> dict[str, Any]:
    blocks = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    assert len(blocks) == 1
    found: dict[str, Any] = json.loads(blocks[0])
    return found


@pytest.mark.promise("WEB-3")
def test_an_open_job_is_described_in_the_words_of_schema_org(client: Client) -> None:
    make_places()
    listing = make_listing(title="Lead Barista", description_html="<p>Open the bar at six.</p>")
    listing.places.add(Place.objects.get(pk=AUSTIN))

    data = structured_data(client.get(f"/jobs/{listing.public_id}/").content.decode())

    assert data["@type"] == "JobPosting"
    assert data["title"] == "Lead Barista"
    assert data["description"] == "<p>Open the bar at six.</p>"
    assert data["employmentType"] == "FULL_TIME"
    assert data["hiringOrganization"] == {"@type": "Organization", "name": "Morning Star Coffee"}
    assert data["jobLocation"][0]["address"] == {
        "@type": "PostalAddress",
        "addressLocality": "Austin",
        "addressRegion": "TX",
        "addressCountry": "US",
    }
    assert data["baseSalary"] == {
        "@type": "MonetaryAmount",
        "currency": "USD",
        "value": {"@type": "QuantitativeValue", "minValue": 18.0, "maxValue": 22.0, "unitText": "HOUR"},
    }
    assert data["identifier"]["value"] == listing.public_id
    assert data["url"] == listing.url


@pytest.mark.promise("WEB-3")
def test_what_the_employer_left_open_is_left_out(client: Client) -> None:
    listing = make_listing(
        pay_min=None, pay_max=None, pay_text="", employment_type="unknown", workplace="remote", posted_at=None
    )

    data = structured_data(client.get(f"/jobs/{listing.public_id}/").content.decode())

    assert not {"baseSalary", "employmentType", "jobLocation", "datePosted", "validThrough"} & data.keys()
    assert data["jobLocationType"] == "TELECOMMUTE"


@pytest.mark.promise("WEB-3")
def test_no_listing_text_breaks_out_of_the_page(client: Client) -> None:
    hostile = "</script><script>alert(1)</script><!--"
    listing = make_listing(title=hostile, company=hostile, description_html=f"<p onclick=x>{hostile}</p>")

    page = client.get(f"/jobs/{listing.public_id}/").content.decode()

    assert "<script>" not in page
    assert "onclick" not in re.sub(r"<script type=.*?</script>", "", page, flags=re.DOTALL)
    assert structured_data(page)["title"] == hostile


def test_a_job_without_html_shows_its_plain_text(client: Client) -> None:
    listing = make_listing(description_html="", description="Line one\nLine two")
    assert "Line one\nLine two" in client.get(f"/jobs/{listing.public_id}/").content.decode()


@pytest.mark.promise("WEB-4")
@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"status": "closed", "closed_reason": "missing"}, "The employer no longer lists it."),
        ({"status": "closed", "closed_reason": "expired"}, "Its closing date has passed."),
        ({"status": "closed", "closed_reason": "manual"}, "The board has closed it."),
        ({"expires_at": timezone.now() - timedelta(hours=1)}, "Its closing date has passed."),
    ],
)
def test_a_closed_job_is_gone_and_says_why(client: Client, fields: dict[str, Any], reason: str) -> None:
    listing = make_listing(title="Lead Barista", **fields)
    for path in ("", "apply/"):
        answer = client.get(f"/jobs/{listing.public_id}/{path}")
        assert answer.status_code == 410
        assert reason in answer.content.decode()
        assert "Lead Barista" in answer.content.decode()


@pytest.mark.promise("WEB-4")
def test_a_hidden_job_is_gone_without_its_words(client: Client) -> None:
    listing = make_listing(title="Unlawful Offer", status="hidden")

    answer = client.get(f"/jobs/{listing.public_id}/")

    assert answer.status_code == 410
    assert "Unlawful Offer" not in answer.content.decode()


@pytest.mark.promise("WEB-4")
def test_a_mistyped_id_is_unknown_and_names_the_job_that_was_meant(client: Client) -> None:
    listing = make_listing(title="Lead Barista")
    good = listing.public_id or ""
    mistyped = str((int(good[0]) + 1) % 10) + good[1:]

    answer = client.get(f"/jobs/{mistyped}/")

    assert answer.status_code == 404
    assert f'href="/jobs/{good}/"' in answer.content.decode()


@pytest.mark.promise("WEB-4")
@pytest.mark.parametrize("text", ["x", "1234", "٣٣٣٣٣٣٣٣٣٣", "a" * 300, "%00", "'"])
def test_what_is_no_id_at_all_is_unknown_too(client: Client, text: str) -> None:
    assert client.get(f"/jobs/{text}/").status_code == 404


@pytest.mark.promise("WEB-5")
def test_apply_leads_to_a_real_employers_own_page(client: Client) -> None:
    listing = make_listing(apply_url="https://careers.morning-star.coffee/1")

    page = client.get(f"/jobs/{listing.public_id}/").content.decode()

    assert 'href="https://careers.morning-star.coffee/1"' in page
    assert client.get(f"/jobs/{listing.public_id}/apply/")["Location"] == f"/jobs/{listing.public_id}/"


@pytest.mark.promise("WEB-5")
def test_apply_at_an_invented_employer_leads_to_a_page_that_says_it_is_a_demo(client: Client) -> None:
    listing = make_listing(apply_url="https://apply.morning-star.example/1")

    page = client.get(f"/jobs/{listing.public_id}/").content.decode()

    assert f'href="{listing.url}apply/"' in page
    assert "invented" in client.get(f"/jobs/{listing.public_id}/apply/").content.decode()


@pytest.mark.parametrize(
    ("url", "invented"),
    [
        ("https://a.example/1", True),
        ("https://apply.a.example.com/1", True),
        ("https://example.org", True),
        ("https://counterexample.com", False),
        ("https://a.example.evil.io/", False),
    ],
)
def test_an_employer_is_invented_when_its_domain_is_reserved(url: str, invented: bool) -> None:
    assert is_invented(url) is invented
