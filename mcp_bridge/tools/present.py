"""Listings as results show them: formatted once, on the server, so that model and user read the same words."""

from collections.abc import Collection
from datetime import date, datetime
from functools import cache
from typing import Any

from catalog.listings.applying import apply_address
from catalog.listings.lookup import Unknown
from catalog.listings.search import FoundListing
from catalog.listings.sections import Kind, Section, sections
from catalog.models import EmploymentType, JobListing, Workplace
from mcp_bridge.tools.shapes import (
    ComparedFact,
    ComparedJob,
    FeaturedJob,
    FoundJob,
    GoneJob,
    JobCard,
    JobDetails,
    PayShape,
    PostingSection,
    ShownJob,
    UnknownId,
)


def day(moment: date | datetime | None) -> str:
    """`24 Nov 2026`, whatever the machine's locale; empty for none."""
    return f"{moment.day} {MONTHS[moment.month - 1]} {moment.year}" if moment else ""


MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def card(listing: JobListing) -> JobCard:
    """A job in a list."""
    return JobCard(**_facts(listing))


def found(listing: JobListing | FoundListing, *, highlight: str) -> FoundJob:
    """A job as a search lists it."""
    return FoundJob(**_facts(listing), highlight=highlight)


def shown(listing: JobListing, *, reason: str, highlight: str) -> ShownJob:
    """A job in a widget, with the model's words about it."""
    return ShownJob(
        **_facts(listing),
        reason=reason,
        highlight=highlight,
        apply_url=apply_address(listing),
        attribution=listing.attribution,
    )


def featured(listing: JobListing, *, reason: str, highlights: list[str]) -> FeaturedJob:
    """A job that stands alone in a widget."""
    return FeaturedJob(**_facts(listing), **_more(listing), reason=reason, highlights=highlights)


def compared(listing: JobListing, *, reason: str, facts: list[ComparedFact]) -> ComparedJob:
    """A job beside others."""
    return ComparedJob(
        id=listing.public_id or "",
        title=listing.title,
        company=listing.company,
        reason=reason,
        facts=facts,
        url=listing.url,
        apply_url=apply_address(listing),
        attribution=listing.attribution,
    )


def details(listing: JobListing, *, kinds: Collection[Kind] = ()) -> JobDetails:
    """A whole posting; or of its sections those of some kinds, if it has any of them, with the others named."""
    parts = sections(listing.description, listing.description_html)
    wanted = [part for part in parts if part.kind in kinds] or parts
    others = [part.heading for part in parts if part not in wanted and part.heading]
    return JobDetails(**_facts(listing), **_more(listing), **_posting(wanted), left_out=others)


def _posting(parts: list[Section]) -> dict[str, Any]:
    """What stands before the first heading, and the sections below."""
    lead = parts[0].text if parts and not parts[0].heading else ""
    return {
        "text": lead,
        "sections": [PostingSection(heading=part.heading, text=part.text) for part in parts if part.heading],
    }


def _facts(listing: JobListing | FoundListing) -> dict[str, Any]:
    """The fields of `JobCard`."""
    return {
        "id": listing.public_id or "",
        "title": listing.title,
        "company": listing.company,
        "location": listing.location or listing.location_text,
        "workplace": stated(Workplace, listing.workplace),
        "employment_type": stated(EmploymentType, listing.employment_type),
        "pay": pay(listing),
        "posted": day(listing.posted_at),
        "url": listing.url,
    }


def _more(listing: JobListing) -> dict[str, Any]:
    """What only a single job has room for."""
    return {
        "seniority": seniority(listing),
        "industry": industry(listing),
        "closes": day(listing.expires_at),
        "apply_url": apply_address(listing),
        "attribution": listing.attribution,
    }


def gone(listing: JobListing) -> GoneJob:
    """Why a job can't be read or shown any more, and since when."""
    reason = (
        JobListing.ClosedReason(listing.closed_reason).label if listing.closed_reason else "its closing date has passed"
    )
    since = day(listing.closed_at or listing.expires_at)
    return GoneJob(id=listing.public_id or "", title=listing.title, reason=f"Closed on {since}: {reason}.")


def unknown(item: Unknown) -> UnknownId:
    return UnknownId(id=item.id[:40], did_you_mean=list(item.did_you_mean))


def pay(listing: JobListing | FoundListing) -> PayShape | None:
    """As the employer wrote it, with the yearly range in US dollars where it is known; None where none is stated."""
    if not listing.pay_text and listing.pay_usd_max is None:
        return None
    return PayShape(text=listing.pay_text, usd_year_min=listing.pay_usd_min, usd_year_max=listing.pay_usd_max)


def pay_yearly(listing: JobListing) -> str:
    """`$37,440–45,760 a year`: converted to US dollars; empty where it is unknown."""
    low, high = listing.pay_usd_min, listing.pay_usd_max
    ends = sorted({end for end in (low, high) if end is not None})
    return f"${'–'.join(f'{end:,}' for end in ends)} a year" if ends else ""


def seniority(listing: JobListing) -> str:
    """In words; empty where the employer doesn't state it."""
    return listing.seniority if listing.seniority != "unknown" else ""


def industry(listing: JobListing) -> str:
    """In words; empty where it is unknown."""
    return listing.industry.replace("_", " ")


@cache
def stated(choices: type[Workplace] | type[EmploymentType], value: str) -> str:
    """A choice in words; empty where the employer doesn't state it."""
    return "" if value == "unknown" else str(choices(value).label)
