"""Whole documents in each publisher's own shape and in the ways in which real ones differ: nothing is rejected."""

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from catalog.feeds.dry_run import map_document
from catalog.feeds.mapper import Fallbacks
from catalog.feeds.presets import load_mapping
from catalog.feeds.record import MappedRecord
from config.env import BASE_DIR

FEEDS = BASE_DIR / "tests" / "feeds"
pytestmark = [pytest.mark.promise("FEED-12"), pytest.mark.django_db]


def read(file: str | Path, preset: str) -> list[MappedRecord]:
    """Every record of a document; the test fails where one is rejected."""
    result = map_document(str(FEEDS / file), load_mapping(preset), fallbacks=Fallbacks(company="Acme"))
    assert (result.rejected, result.flaw) == ((), "")
    return list(result.mapped)


@pytest.mark.parametrize(
    ("file", "preset", "facts"),
    [
        ("ziprecruiter.xml", "indeed-xml", {
            "external_id": "HJ-881", "title": "Diesel Mechanic", "company": "North Pier Trucking", "country": "US",
            "location_text": "Duluth, MN, US", "employment_type": "full_time", "pay_min": Decimal("29.50"),
            "pay_period": "hour", "description": "Keep forty trucks rolling.", "apply_url": "https://harbor.example/jobs/881",
            "posted_at": datetime(2026, 11, 20, 7, 27, 14, tzinfo=UTC)}),
        ("jobrapido.xml", "indeed-xml", {
            "external_id": "mb-31", "location_text": "Torino, Piemonte, IT", "country": "IT", "pay_currency": "EUR",
            "pay_min": Decimal(1500), "pay_period": "month", "posted_at": datetime(2026, 11, 5, tzinfo=UTC),
            "expires_at": datetime(2026, 12, 5, tzinfo=UTC), "apply_url": "https://mercato-blu.example/lavoro?id=31&src=jr"}),
        ("recruitee.xml", "indeed-xml", {
            "external_id": "lh-12", "location_text": "Köln, NRW, Germany; Bonn, Germany", "country": "DE",
            "description": "Pflegen.\n\n- Examen", "employment_type": "full_time", "industry": "healthcare"}),
        ("linkedin.xml", "indeed-xml", {
            "external_id": "cw-1", "workplace": "hybrid", "pay_min": Decimal(75_000), "pay_max": Decimal(90_000),
            "pay_currency": "EUR", "pay_period": "year", "apply_url": "https://copper.example/apply/1"}),
        ("hr.xml", "hr-xml", {
            "external_id": "W-9", "title": "Schweißer (m/w/d)", "company": "Werft Nord GmbH", "location_text": "Kiel, DE",
            "language": "de", "description": "Schweißen.\n\nÜbung.", "employment_type": "full_time",
            "expires_at": datetime(2027, 1, 15, tzinfo=UTC), "apply_url": "https://werft.example/w-9"}),
        ("atom.xml", "rss", {
            "external_id": "urn:empleo:7", "title": "Camarero & barista en Café Sol",
            "description": "Servir café.", "posted_at": datetime(2026, 11, 20, 8, tzinfo=UTC)}),
        ("page.html", "jsonld", {
            "external_id": "41", "title": "Boat Builder", "company": "Tide & Co", "location_text": "Bergen, NO", "country": "NO",
            "pay_min": Decimal(480_000), "pay_currency": "NOK", "pay_period": "year", "employment_type": "full_time",
            "description": "Build boats by hand.", "apply_url": "https://tide.example/jobs/1"}),
        ("table.csv", "csv", {
            "external_id": "7", "title": "Cook, night shift", "location_text": "Boise, ID, US", "pay_min": Decimal("17.5"),
            "pay_period": "hour", "description": "Cook.\nClean, too.", "apply_url": "https://pan.example/7"}),
        ("tabelle.csv", "csv", {
            "external_id": "S1", "title": "Bäcker (m/w/d)", "company": "Müller & Söhne", "location_text": "Köln, DE",
            "description": "Brot; Brötchen"}),
        ("export.tsv", "csv", {"external_id": "a-1", "location_text": "Bergen", "apply_url": "https://tide.example/a-1"}),
        ("arbeitnow.json", "json", {
            "external_id": "koch-koeln-1", "description": "Kochen. Gern.", "employment_type": "full_time", "workplace": "unknown",
            "posted_at": datetime.fromtimestamp(1795000000, UTC)}),
        ("remoteok.json", "json", {
            "title": "Técnico", "company": "Mecánica Sol", "pay_min": None, "apply_url": "https://sol.example/91"}),
        ("himalayas.json", "json", {
            "location_text": "Canada", "seniority": "mid", "pay_max": Decimal(65_000), "employment_type": "full_time",
            "posted_at": datetime.fromtimestamp(1795000000, UTC)}),
        ("workable.json", "workable", {
            "external_id": "A1B2", "location_text": "Athens, Attica, Greece", "country": "GR", "employment_type": "part_time",
            "apply_url": "https://apply.workable.example/j/A1B2/apply", "workplace": "unknown"}),
        ("pinpoint.json", "pinpoint", {
            "location_text": "Leeds, England", "pay_min": Decimal(31_000), "pay_currency": "GBP", "pay_period": "year",
            "workplace": "onsite", "description": "Build.\n\n- Saw"}),
        ("bamboohr.json", "bamboohr", {"title": "Tailor", "location_text": "Provo, Utah", "employment_type": "full_time"}),
        ("workday.json", "workday", {"external_id": "R-7", "location_text": "Paris"}),
        ("teamtailor.json", "teamtailor", {"company": "Acme", "location_text": "", "apply_url": "https://career.example/7"}),
    ],
)  # fmt: skip
def test_a_publishers_document_is_mapped_whole(file: str, preset: str, facts: dict[str, object]) -> None:
    first = read(file, preset)[0]
    assert {name: getattr(first, name) for name in facts} == facts


@pytest.mark.parametrize(
    ("file", "preset", "facts"),
    [
        ("ziprecruiter.xml", "indeed-xml", {
            "external_id": "HJ-882", "workplace": "remote", "description": "", "apply_url": "https://www.harbor.example/jobs/882"}),
        ("linkedin.xml", "indeed-xml", {"title": "Accountant", "location_text": "Cork, Ireland", "posted_at": None}),
        ("hr.xml", "hr-xml", {"title": "Maler", "company": "Werft Nord", "apply_url": "https://werft.example/w-10"}),
        ("page.html", "jsonld", {
            "external_id": "sail-9", "company": "Tide & Co", "workplace": "remote", "location_text": "Norway",
            "pay_min": Decimal(300), "pay_period": "hour"}),
        ("table.csv", "csv", {"title": "The \"Boss\"", "pay_min": None, "posted_at": None}),
        ("workable.json", "workable", {"workplace": "remote", "location_text": "Portugal"}),
        ("pinpoint.json", "pinpoint", {"external_id": "5522", "location_text": "", "pay_min": None}),
    ],
)  # fmt: skip
def test_what_a_record_leaves_out_is_left_empty(file: str, preset: str, facts: dict[str, object]) -> None:
    second = read(file, preset)[1]
    assert {name: getattr(second, name) for name in facts} == facts


def test_a_posting_without_an_id_is_told_from_others_by_what_it_says() -> None:
    rigger = read("page.html", "jsonld")[2]
    assert (len(rigger.external_id), rigger.location_text) == (32, "Oslo; Strandgaten 1, Bergen")
    assert read("page.html", "jsonld")[2].external_id == rigger.external_id


def test_ten_places_with_one_and_the_same_address_are_told_by_their_names(tmp_path: Path) -> None:
    page = tmp_path / "job.json"
    places = ",".join(
        f'{{"@type": "Place", "name": "{name}", "address": {{"addressLocality": "Sunnyvale", "addressRegion": "CA"}}}}'
        for name in ("Sunnyvale, CA", "Austin, TX")
    )
    page.write_text(
        f'{{"@type": "JobPosting", "title": "Cook", "jobLocation": [{places}], "url": "https://a.example/1"}}'
    )
    assert read(page, "jsonld")[0].location_text == "Sunnyvale, CA; Austin, TX"
