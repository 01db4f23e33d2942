"""`manage.py map_feed`: what a feed's records would become, without writing anything."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from catalog.models import JobListing
from config.env import BASE_DIR
from tests.catalog.feeds.documents import Job, indeed, jobs
from tests.catalog.feeds.server import Publisher
from tests.factories import make_places

FEEDS = BASE_DIR / "tests" / "feeds"


def map_feed(source: str | Path, *options: str) -> str:
    out = StringIO()
    call_command("map_feed", str(source), *options, stdout=out)
    return out.getvalue()


def as_json(source: str | Path, *options: str) -> Any:
    return json.loads(map_feed(source, "--json", *options))


@pytest.mark.promise("FEED-13")
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("file", "preset", "titles"),
    [
        ("indeed.xml", "indeed-xml", ["Line Cook", "Host & Cashier"]),
        ("greenhouse.json", "greenhouse", ["Data Analyst", "Support Engineer (m/w/d)"]),
        ("remote.rss", "rss", ["Product Owner", "Gardener"]),
    ],
)
def test_every_record_of_the_three_kinds_of_feed_is_mapped(file: str, preset: str, titles: list[str]) -> None:
    found = as_json(FEEDS / file, "--preset", preset)
    assert (found["preset"], found["records"], found["rejected"]) == (preset, len(titles), [])
    assert [record["title"] for record in found["mapped"]] == titles
    assert not JobListing.objects.exists()


@pytest.mark.promise("FEED-13")
@pytest.mark.django_db
def test_every_field_is_in_the_json_places_included() -> None:
    make_places()
    found = as_json(FEEDS / "greenhouse.json", "--preset", "greenhouse")["mapped"][1]
    assert found["location_text"] == "Remote - Germany"
    assert (found["location"], found["country"], found["workplace"]) == ("Remote (Germany)", "DE", "remote")
    assert (found["pay_min"], found["pay_year_max"], found["pay_currency"]) == ("48000.00", 56_000, "EUR")
    assert (found["description"], found["obstacles"]) == ("- Help customers", [])
    assert found["provenance"]["pay_min"] == "pay_input_ranges.min_cents"


@pytest.mark.promise("FEED-13")
@pytest.mark.django_db
def test_the_table_shows_twenty_records_counts_and_reasons(tmp_path: Path) -> None:
    feed = tmp_path / "feed.xml"
    feed.write_bytes(indeed([*jobs(25), Job(26, title=""), Job(27, url="javascript:alert(1)")]))
    shown = map_feed(feed, "--preset", "indeed-xml")
    assert "The first 20 records" in shown
    assert "27 records, 26 mapped, 1 rejected." in shown
    assert "Record 26 (job-26): it has no title." in shown
    assert "job-27: a refresh leaves it out, it has no https address to apply at." in " ".join(shown.split())


@pytest.mark.promise("FEED-12")
@pytest.mark.django_db
def test_a_mapping_of_ones_own_needs_no_code(tmp_path: Path) -> None:
    feed, mapping = tmp_path / "stellen.xml", tmp_path / "mapping.yaml"
    feed.write_text("<stellen><stelle><nr>1</nr><titel>Koch</titel><firma>Acme</firma></stelle></stellen>")
    mapping.write_text("roots: stellen\nrecords: stelle\nfields: {external_id: nr, title: titel, company: firma}\n")
    found = as_json(feed, "--preset", "indeed-xml", "--mapping", str(mapping))
    assert [(record["external_id"], record["title"]) for record in found["mapped"]] == [("1", "Koch")]


@pytest.mark.django_db
def test_an_address_is_fetched_and_mapped(publisher: Publisher) -> None:
    publisher.body = indeed(jobs(2))
    assert as_json(publisher.url, "--preset", "indeed-xml")["records"] == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<source><job>", "The copy is cut off: its end is missing."),
        ("<html>", "The address answered with a web page instead of a feed."),
        (None, "can't be read: No such file or directory."),
    ],
)
def test_a_document_that_can_not_be_read_ends_the_command_with_one_sentence(
    tmp_path: Path, text: str | None, message: str
) -> None:
    feed = tmp_path / "feed.xml"
    if text is not None:
        feed.write_text(text)
    with pytest.raises(CommandError) as caught:
        map_feed(feed, "--preset", "indeed-xml")
    assert str(caught.value).endswith(message)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text", ["fields: {colour: red}", "- a list", "{", "fields: {title: !!python/object:os.system x}"]
)
def test_a_mapping_file_that_can_not_be_used_ends_it_too(tmp_path: Path, text: str) -> None:
    mapping = tmp_path / "mapping.yaml"
    mapping.write_text(text)
    with pytest.raises(CommandError, match="mapping"):
        map_feed(FEEDS / "indeed.xml", "--preset", "indeed-xml", "--mapping", str(mapping))


@pytest.mark.promise("FEED-13")
def test_it_works_without_a_database() -> None:
    away = {
        **os.environ,
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    command = [sys.executable, "manage.py", "map_feed", "--preset", "indeed-xml", "--json", str(FEEDS / "indeed.xml")]
    ended = subprocess.run(command, cwd=BASE_DIR, env=away, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert [record["location"] for record in json.loads(ended.stdout)["mapped"]] == ["Santa Monica, CA, US"] * 2


def test_the_exit_code_tells_that_a_document_can_not_be_read(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "map_feed", "--preset", "rss", str(tmp_path / "none.rss")]
    ended = subprocess.run(command, cwd=BASE_DIR, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("CommandError: The file ")
