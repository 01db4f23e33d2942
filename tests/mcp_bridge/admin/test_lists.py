"""The lists of shortlists and of calls: what a row tells, and what they are narrowed to."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from mcp_bridge.models import LoggedCall, Shortlist
from mcp_bridge.shortlists.memory import Memory, Search
from tests.mcp_bridge.shortlists.rows import make_call, make_shortlist

pytestmark = pytest.mark.django_db

SHORTLISTS = "/admin/mcp_bridge/shortlist/"
CALLS = "/admin/mcp_bridge/loggedcall/"

FACTS: dict[str, dict[str, Any]] = {
    "errors": {"is_error": True, "outcome": "bad_arguments"},
    "repeats": {"outcome": "repeated"},
    "nothing_found": {"outcome": "nothing_found"},
    "slow": {"milliseconds": 1_000.5},
    "legacy": {"era": "legacy"},
    "copilot": {"client": "copilot"},
}


def listed(admin: Client, address: str, **query: str) -> list[Any]:
    response = admin.get(address, query)
    assert response.status_code == 200, response.headers
    return list(response.context["cl"].result_list)


@pytest.fixture
def others(db: None) -> None:
    """Conversations that went well, each with a widget."""
    for _ in range(2):
        row = make_shortlist()
        make_call(row)
        make_call(row, tool="render_jobs", outcome="shown")


@pytest.mark.promise("LOG-13")
@pytest.mark.parametrize(
    ("query", "fact"),
    [
        ({"sign": "errors"}, "errors"),
        ({"sign": "repeats"}, "repeats"),
        ({"sign": "nothing_found"}, "nothing_found"),
        ({"sign": "slow"}, "slow"),
        ({"era": "legacy"}, "legacy"),
        ({"client": "copilot"}, "copilot"),
    ],
)
@pytest.mark.usefixtures("others")
def test_both_lists_are_narrowed_by_what_calls_show(admin_client: Client, query: dict[str, str], fact: str) -> None:
    row = make_shortlist()
    wanted = make_call(row, **FACTS[fact])
    make_call(row, tool="render_jobs", outcome="shown")
    assert listed(admin_client, CALLS, **query) == [wanted]
    assert listed(admin_client, SHORTLISTS, **query) == [row]


@pytest.mark.promise("LOG-13")
@pytest.mark.parametrize("outcome", ["shown", "to_be_written", "nothing_shown"])
@pytest.mark.usefixtures("others")
def test_both_lists_are_narrowed_to_conversations_that_asked_for_no_widget(admin_client: Client, outcome: str) -> None:
    without, asked = make_shortlist(), make_shortlist()
    calls = [make_call(without), make_call(without, outcome="details_read")]
    make_call(asked, tool="show_them", outcome=outcome)
    make_call(None)
    assert set(listed(admin_client, CALLS, sign="no_render")) == set(calls)
    assert listed(admin_client, SHORTLISTS, sign="no_render") == [without]


@pytest.mark.promise("LOG-13")
def test_questions_that_nobody_offered_narrow_nothing(admin_client: Client) -> None:
    row, call = make_shortlist(), make_call()
    assert listed(admin_client, SHORTLISTS, sign="x'; --") == [row]
    assert listed(admin_client, CALLS, sign="x'; --") == [call]


@pytest.mark.promise("LOG-13")
def test_filters_are_combined(admin_client: Client) -> None:
    wanted = make_call(is_error=True, era="legacy", actor="user")
    make_call(is_error=True)
    make_call(era="legacy")
    assert listed(admin_client, CALLS, sign="errors", era="legacy", actor__exact="user") == [wanted]


@pytest.mark.promise("LOG-12")
def test_a_shortlists_row_counts_what_it_remembers_and_what_was_called(admin_client: Client) -> None:
    memory = Memory(searches=[Search(query="cook")], opened=["1", "2"], saved=["1", "2", "3"])
    row = make_shortlist(memory=memory)
    for is_error in (True, True, False, False):
        make_call(row, is_error=is_error)
    make_call(make_shortlist())
    empty = Shortlist.objects.exclude(pk=row.pk).get()
    Shortlist.objects.filter(pk=empty.pk).update(memory={})
    counts = {
        each.pk: (each.searches, each.opened, each.saved, each.calls_made, each.errors)
        for each in listed(admin_client, SHORTLISTS)
    }
    assert counts == {row.pk: (1, 2, 3, 4, 2), empty.pk: (0, 0, 0, 1, 0)}


@pytest.mark.promise("LOG-12")
def test_a_list_costs_the_same_whatever_its_length(
    admin_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(20):
        make_call(make_shortlist())
    for address in (SHORTLISTS, CALLS):
        with django_assert_max_num_queries(10):
            admin_client.get(address)


@pytest.mark.promise("LOG-12")
def test_both_lists_find_by_pseudonym_and_number(admin_client: Client) -> None:
    row = make_shortlist(principal="openai-ann")
    make_shortlist()
    call = make_call(row, principal="openai-ann")
    make_call(None)
    assert listed(admin_client, SHORTLISTS, q="openai-ann") == [row]
    assert listed(admin_client, SHORTLISTS, q=str(row.pk)) == [row]
    assert listed(admin_client, CALLS, q="openai-ann") == [call]
    assert listed(admin_client, CALLS, q=str(row.pk)) == [call]
    assert listed(admin_client, CALLS, q="get_shortlist") == []


@pytest.mark.promise("LOG-12")
def test_a_call_leads_to_its_place_in_the_timeline_also_when_the_shortlist_is_gone(admin_client: Client) -> None:
    call = make_call(41, ids=["4810293344"], release_served=3)
    make_call(None)
    link = f'<a href="/admin/mcp_bridge/shortlist/41/change/#call-{call.pk}">shortlist 41</a>'
    assert link in admin_client.get(CALLS).content.decode()
    assert link in admin_client.get(f"{CALLS}{call.pk}/change/").content.decode()
    assert "3 (read: unknown)" in admin_client.get(CALLS).content.decode()
    assert LoggedCall.objects.count() == 2
