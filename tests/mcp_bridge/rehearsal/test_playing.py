"""Whole conversations over the real handlers, as published and as a naive catalogue would have them."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from catalog.models import JobListing
from mcp_bridge.rehearsal.transcript import as_json, comparison, transcript
from mcp_bridge.rehearsal.wishes import AUSTIN, Conversation, Wish
from tests.blackbox.product import free_port
from tests.factories import DENVER, make_listing
from tests.mcp_bridge.rehearsal.stage import played, played_naively, worded

pytestmark = pytest.mark.usefixtures("board")

TWO_CITIES = Conversation(
    "Two cities",
    (Wish("Baristas in two cities.", titles=("barista",), cities=("Austin, TX", "Denver, CO"), is_about_pay=True),),
)


@pytest.fixture(autouse=True)
def _jobs(board: None) -> None:
    for _ in range(7):
        make_listing()
    make_listing(place_ids=[DENVER], region="CO", location="Denver, CO, United States")


@pytest.mark.promise("REHEARSE-1", "REHEARSE-3")
def test_austin_ends_with_a_letter_about_the_job_that_the_user_opened() -> None:
    result = played(AUSTIN)
    assert result.missing == ""
    tally = result.tally
    assert (tally.data_calls, tally.renders, tally.widget_calls, tally.errors) == (2, 1, 1, 0)
    assert (tally.jobs_shown, tally.asked, tally.answered) == (5, 2, 2)
    assert 500 < tally.tokens < 5000
    named = {job_id for line in result.lines for job_id in line.ids}
    assert named <= set(JobListing.objects.values_list("public_id", flat=True))
    assert any(line.text.startswith("told: The user opened the details of “Barista”") for line in result.lines)


@pytest.mark.promise("REHEARSE-4")
def test_a_search_that_carries_the_widget_ends_the_conversation() -> None:
    real, naive = played(TWO_CITIES), played_naively(TWO_CITIES)
    assert (real.tally.data_calls, real.tally.renders, real.tally.answered) == (2, 1, 2)
    assert (naive.tally.data_calls, naive.tally.renders, naive.tally.answered) == (1, 1, 1)
    assert naive.missing.startswith("“Baristas in two cities.” got 1 of 2 answers.")
    table = "\n".join(comparison([real], [naive]))
    assert "2 of 2        1 of 2" in table


@pytest.mark.promise("REHEARSE-4")
def test_in_the_naive_mix_nobody_knows_which_job_the_user_opened() -> None:
    result = played_naively(AUSTIN)
    assert result.tally.answered == 1
    assert "“Write a cover letter for this one.” got 0 of 1 answers." in result.missing


@pytest.mark.promise("REHEARSE-2", "REHEARSE-5")
def test_blank_directions_fail_the_rehearsal() -> None:
    worded("found", "")
    result = played(AUSTIN)
    assert result.tally.renders == 0
    assert result.missing.startswith("“Barista jobs in Austin, please.” got 0 of 1 answers. No direction says")


def test_a_transcript_is_readable_and_opens_no_conversation() -> None:
    result = played(AUSTIN)
    text = "\n".join(transcript(result))
    assert "user    “Barista jobs in Austin, please.”" in text
    assert 'model   search_jobs(query="barista", locations=["Austin, TX"])' in text
    assert "→ found, 8 of 8 jobs" in text or "→ found, 7 of 7 jobs" in text
    assert "questions answered    2 of 2" in text
    assert "shortlist=" not in text
    assert json.loads(json.dumps(as_json(result)))["reached"] is True


@pytest.mark.promise("REHEARSE-5")
@pytest.mark.parametrize("where", ["http://127.0.0.1:{port}/mcp", "http://nowhere.invalid/mcp", "nonsense", ""])
def test_an_endpoint_that_is_away_is_told_in_one_sentence(where: str) -> None:
    url = where.format(port=free_port())
    with pytest.raises(CommandError) as refused:
        call_command("rehearse", "--url", url, stdout=StringIO())
    assert str(refused.value).startswith(f"Nothing speaks MCP at {url}: ")
    assert "Start it with `make run`" in str(refused.value)
