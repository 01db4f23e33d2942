import html
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import QueryDict
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from mcp_bridge.models import Shortlist
from mcp_bridge.preview.fragments import arguments_of
from mcp_bridge.preview.sample_jobs import LEAD_BARISTA
from mcp_bridge.preview.states import sample_update
from mcp_bridge.shortlists.log import call_log
from mcp_bridge.snapshot import snapshots
from tests.factories import make_listing

PATH = "/w/get_job_details/"


@pytest.mark.promise("WEB-7")
@pytest.mark.parametrize("as_sent", ['["{id}"]', "{id}"])
def test_details_of_a_real_job_come_through_the_spine(client: Client, board: None, as_sent: str) -> None:
    listing = make_listing(title="Lead Barista", description="Shifts end at two in the afternoon.")

    answer = client.post(PATH, {"ids": as_sent.replace("{id}", listing.public_id or "")})

    assert answer.status_code == 200
    assert "Shifts end at two in the afternoon." in answer.content.decode()
    assert (call_log.flush(), Shortlist.objects.count()) == (0, 0)  # looking leaves no trace


@pytest.mark.promise("WEB-7")
def test_details_of_a_sample_job_are_the_samples(client: Client, board: None) -> None:
    answer = client.post(PATH, {"ids": f'["{LEAD_BARISTA.id}"]'})
    assert answer.status_code == 200
    assert "keep the grinders honest" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.promise("WACT-7")
@pytest.mark.parametrize(
    ("action", "pressed", "next_action"), [("save", "true", "unsave"), ("unsave", "false", "save")]
)
def test_a_sample_is_saved_and_unsaved_without_a_trace(
    client: Client,
    board: None,
    django_assert_num_queries: DjangoAssertNumQueries,
    action: str,
    pressed: str,
    next_action: str,
) -> None:
    snapshots.current()
    with django_assert_num_queries(0):
        result = sample_update([{"id": LEAD_BARISTA.id, "action": action}], snapshots.current())
    assert result
    assert result.structured["agent_directions"]["assistant_instruction"]

    answer = client.post("/w/update_shortlist/", {"changes": f'[{{"id": "{LEAD_BARISTA.id}", "action": "{action}"}}]'})

    assert answer.status_code == 200
    assert f'aria-pressed="{pressed}"' in answer.content.decode()
    assert f'"action": "{next_action}"' in html.unescape(answer.content.decode())
    assert not Shortlist.objects.exists()


@pytest.mark.promise("WACT-7")
@pytest.mark.parametrize(
    "changes", ["", "[]", '["x"]', '[{"id": 1}]', '[{"id": "0000000011", "action": "steal"}]', "{"]
)
def test_changes_that_make_no_sense_are_left_to_the_tool_to_refuse(client: Client, board: None, changes: str) -> None:
    answer = client.post("/w/update_shortlist/", {"changes": changes})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()


@pytest.mark.promise("WACT-7")
def test_a_real_job_is_saved_through_the_spine(client: Client, board: None) -> None:
    listing = make_listing(title="Lead Barista")
    answer = client.post("/w/update_shortlist/", {"changes": f'[{{"id": "{listing.public_id}", "action": "save"}}]'})
    assert (answer.status_code, Shortlist.objects.get().memory["saved"]) == (200, [listing.public_id])


@pytest.mark.promise("WEB-7")
@pytest.mark.parametrize("form", [{"ids": '["1234567890"]'}, {}, {"ids": "[]"}, {"ids": '["1"]', "nonsense": "1"}])
def test_what_goes_wrong_is_an_alert_that_says_what_to_do(client: Client, board: None, form: dict[str, str]) -> None:
    answer = client.post(PATH, form)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()


@pytest.mark.promise("WEB-7")
@pytest.mark.parametrize("handler", ["search_jobs", "render_jobs", "nothing"])
def test_only_tools_that_a_widget_may_call_are_reached(client: Client, board: None, handler: str) -> None:
    assert client.post(f"/w/{handler}/", {"query": "barista"}).status_code == 404


@pytest.mark.django_db
def test_without_a_release_there_is_no_tool_to_call(client: Client) -> None:
    snapshots.forget()
    assert client.post(PATH, {"ids": "1234567890"}).status_code == 404


def test_a_fragment_needs_a_csrf_token_and_a_post(board: None) -> None:
    assert Client(enforce_csrf_checks=True).post(PATH, {"ids": "1"}).status_code == 403
    assert Client().get(PATH).status_code == 405


@pytest.mark.promise("WEB-8")
def test_a_private_preview_keeps_its_fragments_for_staff(client: Client, board: None, settings: Settings) -> None:
    settings.PREVIEW_PUBLIC = False
    assert client.post(PATH, {"ids": LEAD_BARISTA.id}).status_code == 302

    client.force_login(User.objects.create_user("editor", is_staff=True))
    assert client.post(PATH, {"ids": LEAD_BARISTA.id}).status_code == 200


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("query=barista&limit=5", {"query": "barista", "limit": 5}),
        ("locations=Austin&locations=Denver", {"locations": ["Austin", "Denver"]}),
        ("limit=many", {"limit": "many"}),
        ("csrfmiddlewaretoken=x&unknown=1", {"unknown": "1"}),
    ],
)
def test_form_values_get_the_types_of_the_tools_schema(board: None, query: str, found: dict[str, Any]) -> None:
    tool = snapshots.current().tool("search_jobs")
    assert arguments_of(QueryDict(query), tool) == found
