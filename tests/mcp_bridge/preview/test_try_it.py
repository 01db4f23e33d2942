"""Trying a tool: of the drafts, of live, through the spine, and with what it costs."""

import json
from typing import Any

import pytest
from django.test import Client

from catalog.models import Release, Tool
from mcp_bridge.models import LoggedCall
from mcp_bridge.shortlists.log import call_log
from tests.factories import make_listing

SEARCH, RENDER = "/preview/try/search_jobs/", "/preview/try/render_jobs/"


def tried(client: Client, address: str, arguments: Any, **more: str) -> Any:
    answer = client.post(address, {"arguments": json.dumps(arguments), **more})
    assert answer.status_code == 200
    return answer.context


def reword() -> None:
    draft = Tool.objects.get(name="search_jobs")
    draft.directions.filter(outcome="found").update(instruction="Draft words: {total} found.")


@pytest.mark.promise("EDIT-10")
def test_a_draft_answers_with_its_own_words_and_live_with_its(admin_client: Client, board: None) -> None:
    make_listing(title="Barista")
    reword()
    words = {
        of: tried(admin_client, f"{SEARCH}?of={of}", {"query": "barista"})["trial"].result.structured[
            "agent_directions"
        ]
        for of in ("draft", "live")
    }
    assert words["draft"]["assistant_instruction"] == "Draft words: 1 found."
    assert "Draft words" not in words["live"]["assistant_instruction"]


@pytest.mark.promise("EDIT-10")
def test_the_cost_is_told(admin_client: Client, board: None) -> None:
    trial = tried(admin_client, SEARCH, {"query": "barista"})["trial"]
    assert trial.size == len(trial.result.text.encode())
    assert trial.tokens == trial.size // 4
    assert trial.statements > 0
    assert trial.milliseconds > 0


@pytest.mark.promise("EDIT-10")
def test_a_trial_of_drafts_counts_for_no_release_and_is_never_a_repeat(admin_client: Client, board: None) -> None:
    make_listing(title="Barista")
    shortlist = tried(admin_client, SEARCH, {"query": "barista"})["trial"].result.structured["output"]["shortlist"]
    for _ in range(4):
        again = tried(admin_client, SEARCH, {"query": "barista", "shortlist": shortlist})["trial"].result
        assert not again.is_error
    call_log.flush()
    assert set(LoggedCall.objects.values_list("release_served", "release_read", "client")) == {(0, None, "try it")}
    assert Release.objects.count() == 1


@pytest.mark.promise("EDIT-10")
def test_the_widget_is_shown_where_the_client_shows_widgets(admin_client: Client, board: None) -> None:
    arguments = {"items": [{"id": make_listing(title="Lead Barista").public_id}]}
    shown = tried(admin_client, RENDER, arguments, widgets="on")
    assert "Lead Barista" in shown["widget"]
    written = tried(admin_client, RENDER, arguments)
    assert (written["widget"], written["trial"].result.outcome) == ("", "to_be_written")


@pytest.mark.promise("EDIT-10")
def test_a_draft_that_does_not_fit_is_named_and_others_can_be_tried(admin_client: Client, board: None) -> None:
    Tool.objects.get(name="search_jobs").directions.filter(outcome="found").update(instruction="{company}!")
    assert "search_jobs.found.instruction" in admin_client.get(SEARCH).content.decode()
    assert admin_client.get(RENDER).context["compiled"].name == "render_jobs"


@pytest.mark.promise("EDIT-10")
def test_a_draft_that_is_switched_off_can_be_tried(admin_client: Client, board: None) -> None:
    Tool.objects.filter(name="search_jobs").update(enabled=False)
    assert tried(admin_client, SEARCH, {"query": "barista"})["trial"].result.outcome == "nothing_found"


@pytest.mark.parametrize("typed", ["", "[1]", "{", '"x"', "7", "[" * 100_000])
def test_arguments_that_are_no_object_are_said_to_be(admin_client: Client, board: None, typed: str) -> None:
    page = admin_client.post(SEARCH, {"arguments": typed})
    assert page.context["mistake"].startswith("The arguments are")


@pytest.mark.parametrize(
    "typed", ['{"query": "\\u0000"}', '{"query": "\\ud800"}', '{"pay_min": NaN}', '{"pay_min": 1e999}']
)
def test_what_no_client_can_send_is_answered_too(admin_client: Client, board: None, typed: str) -> None:
    assert admin_client.post(SEARCH, {"arguments": typed}).status_code == 200


@pytest.mark.promise("EDIT-3")
def test_it_is_for_staff_and_for_tools_and_labels_that_there_are(
    admin_client: Client, client: Client, editor: Client, board: None
) -> None:
    assert client.get(SEARCH).headers["Location"].startswith("/admin/login/")
    assert editor.get(SEARCH).status_code == 200
    assert admin_client.get("/preview/try/nothing_here/").status_code == 404
    assert admin_client.get(f"{SEARCH}?of=nowhere").status_code == 404
    assert Client(enforce_csrf_checks=True).post(SEARCH).status_code == 403
