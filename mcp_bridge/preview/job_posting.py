"""schema.org JobPosting for a listing's page: https://schema.org/JobPosting, as search engines read it."""

import json
from decimal import Decimal
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from catalog.models import EmploymentType, JobListing, PayPeriod, Place, Workplace
from mcp_bridge.results import without_empty

EMPLOYMENT_TYPES = {
    EmploymentType.FULL_TIME: "FULL_TIME",
    EmploymentType.PART_TIME: "PART_TIME",
    EmploymentType.CONTRACT: "CONTRACTOR",
    EmploymentType.TEMPORARY: "TEMPORARY",
    EmploymentType.INTERNSHIP: "INTERN",
}
ESCAPES = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}  # so that no text can end the script element


def posting_script(listing: JobListing) -> SafeString:
    """The posting as a `<script type="application/ld+json">`: a data block, which the CSP lets stand and nobody runs."""
    text = json.dumps(job_posting(listing), ensure_ascii=False).translate(ESCAPES)
    return mark_safe(f'<script type="application/ld+json">{text}</script>')  # noqa: S308 - escaped above


def job_posting(listing: JobListing) -> dict[str, Any]:
    """The listing in schema.org's words; what is unknown is left out."""
    posting: dict[str, Any] = without_empty(
        {
            "@context": "https://schema.org/",
            "@type": "JobPosting",
            "title": listing.title,
            "description": listing.description_html or listing.description,
            "identifier": {"@type": "PropertyValue", "name": listing.company, "value": listing.public_id},
            "url": listing.url,
            "datePosted": listing.posted_at.isoformat() if listing.posted_at else "",
            "validThrough": listing.expires_at.isoformat() if listing.expires_at else "",
            "employmentType": EMPLOYMENT_TYPES.get(EmploymentType(listing.employment_type), ""),
            "hiringOrganization": _organization(listing),
            "jobLocation": [_place(place) for place in listing.places.all()],
            "baseSalary": _salary(listing),
            **_remote(listing),
        }
    )
    return posting | {"directApply": False}


def _organization(listing: JobListing) -> dict[str, str]:
    return {"@type": "Organization", "name": listing.company, "sameAs": listing.employer.website}


def _place(place: Place) -> dict[str, Any]:
    address = {
        "@type": "PostalAddress",
        "addressLocality": place.name,
        "addressRegion": place.admin1 if place.country == "US" else "",  # elsewhere GeoNames gives numbers
        "addressCountry": place.country,
    }
    return {"@type": "Place", "address": address}


def _remote(listing: JobListing) -> dict[str, Any]:
    if listing.workplace != Workplace.REMOTE:
        return {}
    country = {"@type": "Country", "name": listing.country} if listing.country else {}
    return {"jobLocationType": "TELECOMMUTE", "applicantLocationRequirements": country}


def _salary(listing: JobListing) -> dict[str, Any]:
    if not (listing.pay_currency and listing.pay_period) or (listing.pay_min is None and listing.pay_max is None):
        return {}
    amount = {
        "@type": "QuantitativeValue",
        "minValue": _number(listing.pay_min),
        "maxValue": _number(listing.pay_max),
        "unitText": PayPeriod(listing.pay_period).name,
    }
    return {"@type": "MonetaryAmount", "currency": listing.pay_currency, "value": amount}


def _number(amount: Decimal | None) -> float | None:
    return None if amount is None else float(amount)
