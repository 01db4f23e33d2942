"""Each preset against a record of its publisher's own shape."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from catalog.feeds.mapper import Fallbacks
from catalog.feeds.presets import load_mapping, preset_names
from tests.catalog.feeds.mapping_of import mapped

LEVER = {
    "id": "a24e",
    "text": "Consultant",
    "categories": {"commitment": "Contract", "allLocations": ["Chicago, IL", "Denver, CO"]},
    "country": "US",
    "workplaceType": "remote",
    "createdAt": 1764205361939,
    "descriptionBody": "<div>Lead.</div>",
    "lists": [{"text": "You will", "content": "<li>plan</li>"}],
    "applyUrl": "https://jobs.example/a24e/apply",
    "salaryRange": {"min": 90, "max": 120, "currency": "USD", "interval": "per-hour-wage"},
}
ASHBY = {
    "id": "90fb",
    "title": "Recruiter",
    "location": "Toronto",
    "secondaryLocations": [{"location": "Montreal"}],
    "isListed": True,
    "isRemote": True,
    "workplaceType": "Remote",
    "employmentType": "FullTime",
    "address": {"postalAddress": {"addressCountry": "Canada"}},
    "descriptionHtml": "<h2>Us</h2><p>Small.</p>",
    "applyUrl": "https://jobs.example/90fb",
    "publishedAt": "2026-04-20T22:43:56.531+00:00",
    "compensation": {
        "summaryComponents": [
            {"compensationType": "EquityPercentage", "minValue": 1, "maxValue": 2},
            {
                "compensationType": "Salary",
                "minValue": 80000,
                "maxValue": 95000,
                "currencyCode": "CAD",
                "interval": "1 YEAR",
            },
        ]
    },
}
RECRUITEE = {
    "id": 27,
    "title": "Accountant (f/m/d)",
    "company_name": "Acme",
    "locations": [
        {"city": "Berlin", "state": "Berlin", "country": "Germany"},
        {"city": "Hamburg", "state": "", "country": "Germany"},
    ],
    "country_code": "DE",
    "employment_type_code": "fulltime_permanent",
    "status": "published",
    "remote": False,
    "hybrid": True,
    "on_site": False,
    "salary": {"min": "60000", "max": "75000", "period": "year", "currency": "EUR"},
    "published_at": "2026-08-05 10:10:39 UTC",
    "careers_apply_url": "https://jobs.example/27",
    "description": "<p>A</p>",
    "requirements": "<p>B</p>",
}
PERSONIO = {
    "id": "18",
    "subcompany": "Acme SE & Co. KG",
    "office": "Munich",
    "additionalOffices": {"office": "Berlin", "#text": ""},
    "name": "Engineer",
    "schedule": "full-time",
    "seniority": "experienced",
    "createdAt": "2026-11-13T14:10:41+00:00",
    "jobDescriptions": {
        "jobDescription": [
            {"name": "Tasks", "value": "<ul><li>build</li></ul>"},
            {"name": "You", "value": "<p>kind</p>"},
        ]
    },
}
SMARTRECRUITERS = {
    "id": "743",
    "name": "Nurse",
    "company": {"identifier": "Knight", "name": "Knight Gayles"},
    "releasedDate": "2026-06-08T02:11:28.000Z",
    "location": {
        "city": "St. Louis",
        "region": "MO",
        "country": "us",
        "remote": False,
        "hybrid": True,
        "fullLocation": "St. Louis, MO, United States",
    },
    "industry": {"label": "Medical Practice"},
    "typeOfEmployment": {"label": "Part-time"},
    "language": {"code": "en"},
}
TEAMTAILOR = {
    "id": "20fa",
    "title": "Account Executive",
    "url": "https://career.example/7",
    "date_published": "2026-02-04T09:26:20+01:00",
    "_jobposting": {
        "identifier": {"name": "Acme"},
        "employmentType": "FULL_TIME",
        "jobLocation": [{"address": {"addressLocality": "Madrid", "addressRegion": "", "addressCountry": "ES"}}],
    },
}
USAJOBS = {
    "MatchedObjectId": "4411",
    "MatchedObjectDescriptor": {
        "PositionTitle": "IT Specialist",
        "OrganizationName": "Consumer Bureau",
        "ApplyURI": ["https://jobs.example/4411"],
        "PositionLocation": [{"LocationName": "Washington, District of Columbia", "CountryCode": "United States"}],
        "PositionRemuneration": [{"MinimumRange": "92166", "MaximumRange": "161600", "RateIntervalCode": "Per Year"}],
        "UserArea": {"Details": {"JobSummary": "Serve."}},
        "PublicationStartDate": "2026-06-08T00:00:00Z",
    },
}


@pytest.mark.promise("FEED-12")
@pytest.mark.parametrize(
    ("preset", "record", "facts"),
    [
        (
            "lever",
            LEVER,
            {
                "title": "Consultant",
                "company": "Acme",
                "location_text": "Chicago, IL; Denver, CO",
                "workplace": "remote",
                "employment_type": "contract",
                "pay_period": "hour",
                "description": "Lead.\nYou will\n- plan",
            },
        ),
        (
            "ashby",
            ASHBY,
            {
                "location_text": "Toronto; Montreal",
                "country": "CA",
                "pay_min": Decimal(80_000),
                "pay_currency": "CAD",
                "pay_period": "year",
                "employment_type": "full_time",
                "workplace": "remote",
            },
        ),
        (
            "recruitee",
            RECRUITEE,
            {
                "location_text": "Berlin, Germany; Hamburg, Germany",
                "workplace": "hybrid",
                "pay_currency": "EUR",
                "employment_type": "full_time",
                "posted_at": datetime(2026, 8, 5, 10, 10, 39, tzinfo=UTC),
            },
        ),
        (
            "personio",
            PERSONIO,
            {
                "title": "Engineer",
                "company": "Acme SE & Co. KG",
                "location_text": "Munich; Berlin",
                "seniority": "senior",
                "apply_url": "",
            },
        ),
        (
            "smartrecruiters",
            SMARTRECRUITERS,
            {
                "location_text": "St. Louis, MO, United States",
                "workplace": "hybrid",
                "apply_url": "https://jobs.smartrecruiters.com/Knight/743",
                "employment_type": "part_time",
            },
        ),
        (
            "teamtailor",
            TEAMTAILOR,
            {"company": "Acme", "location_text": "Madrid, ES", "apply_url": "https://career.example/7"},
        ),
        (
            "usajobs",
            USAJOBS,
            {"company": "Consumer Bureau", "pay_max": Decimal(161_600), "pay_currency": "USD", "description": "Serve."},
        ),
    ],
)
def test_each_preset_reads_its_publishers_own_shape(preset: str, record: dict[str, Any], facts: dict[str, Any]) -> None:
    found = mapped(load_mapping(preset), record, fallbacks=Fallbacks(company="Acme"))
    assert {name: getattr(found, name) for name in facts} == facts


@pytest.mark.parametrize("preset", preset_names())
def test_every_preset_is_sound(preset: str) -> None:
    mapping = load_mapping(preset)
    known = mapping.fields.keys() | mapping.constants.keys() | mapping.flags.keys() | mapping.templates.keys()
    assert known >= {"external_id", "title", "posted_at"}
