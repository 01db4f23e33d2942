"""One conversation in the admin: read as it happened, by those who may."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from mcp_bridge.call import Caller, ToolCall, call_tool
from mcp_bridge.models import LoggedCall, Shortlist
from mcp_bridge.shortlists import timeline as timeline_module
from mcp_bridge.shortlists.log import call_log
from mcp_bridge.shortlists.timeline import read_timeline, spoken
from tests.factories import make_listing
from tests.mcp_bridge.shortlists.rows import ago, make_call, make_shortlist

pytestmark = pytest.mark.django_db

MODEL = Caller("modern", client="claude", shows_widgets=True)


def output(name: str, **arguments: Any) -> dict[str, Any]:
    found: dict[str, Any] = call_tool(ToolCall(name, arguments, MODEL)).structured["output"]
    return found


def page_of(number: int) -> str:
    return reverse("admin:mcp_bridge_shortlist_change", args=[number])


def export_of(number: int) -> str:
    return reverse("admin:mcp_bridge_shortlist_export", args=[number])


@pytest.fixture
def talk(board: None) -> dict[str, Any]:
    """A search, a widget, what the user did in it, what the model was told then, and a slip."""
    job = make_listing(title="Lead Barista")
    handle = output("search_jobs", query="lead barista", limit=5)["shortlist"]
    view = output("render_jobs", items=[{"id": job.public_id, "reason": "Mornings only."}], shortlist=handle)["view"]
    output("get_job_details", ids=[job.public_id], shortlist=handle, view=view)
    output("search_jobs", query="cook", shortlist=handle)
    call_tool(ToolCall("get_job_details", {"ids": ["1234567890"], "shortlist": handle}, MODEL))
    call_log.flush()
    return {"number": Shortlist.objects.get().pk, "handle": handle, "view": view, "job": job}


@pytest.mark.promise("LOG-12")
def test_the_page_tells_the_conversation_in_order(admin_client: Client, talk: dict[str, Any]) -> None:
    response = admin_client.get(page_of(talk["number"]))
    steps = response.context["timeline"].steps
    told = [(step.call.actor, step.call.tool, step.call.outcome, step.shows_widget) for step in steps]
    assert told == [
        ("model", "search_jobs", "found", False),
        ("model", "render_jobs", "shown", True),
        ("user", "get_job_details", "details_read", False),
        ("model", "search_jobs", "nothing_found", False),
        ("model", "get_job_details", "unknown_id", False),
    ]
    assert dict(steps[0].arguments) == {"query": "(12 characters)", "limit": "5"}
    assert [(deed.event, deed.job.id) for deed in steps[3].deeds] == [("opened", talk["job"].public_id)]
    page = response.content.decode()
    assert steps[0].call.instruction in page
    assert f'<a href="/admin/catalog/joblisting/{talk["job"].pk}/change/">Lead Barista</a>' in page
    assert '<a href="/admin/catalog/release/1/change/">release 1</a>' in page
    assert page.count("widget shown") == 1


@pytest.mark.promise("LOG-12")
def test_a_told_deed_is_told_once(talk: dict[str, Any]) -> None:
    change = {"id": talk["job"].public_id, "action": "save"}
    output("update_shortlist", changes=[change], shortlist=talk["handle"], view=talk["view"])
    output("search_jobs", query="baker", shortlist=talk["handle"])
    call_log.flush()
    assert LoggedCall.objects.latest("at").user_actions == [f"saved {talk['job'].public_id}"]


@pytest.mark.promise("LOG-12")
def test_a_swept_shortlist_leaves_its_calls_to_read(admin_client: Client, talk: dict[str, Any]) -> None:
    Shortlist.objects.all().delete()
    page = admin_client.get(page_of(talk["number"])).content.decode()
    assert "expired and deleted; its calls are kept for 30 days" in page
    assert page.count("nothing_found") == 1
    exported = admin_client.get(export_of(talk["number"])).json()
    assert (exported["memory"], exported["total_calls"]) == (None, 5)


@pytest.mark.promise("LOG-12")
def test_where_nothing_is_kept_there_is_no_page(admin_client: Client) -> None:
    assert admin_client.get(page_of(7)).status_code == 404
    assert admin_client.get(export_of(7)).status_code == 404


@pytest.mark.promise("LOG-12")
def test_waits_between_calls_are_told_where_they_are_long(admin_client: Client) -> None:
    row = make_shortlist()
    for seconds in (400, 390, 95, 40):
        make_call(row, at=ago(seconds=seconds))
    found = read_timeline(row.pk)
    assert found is not None
    assert [step.gap for step in found.steps] == ["", "", "5 min", "55 s"]
    assert "5 min later" in admin_client.get(page_of(row.pk)).content.decode()


@pytest.mark.promise("LOG-12")
@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (42.4, "42 s"),
        (59.7, "1 min"),
        (245, "4 min"),
        (7500, "2 h 5 min"),
        (7200, "2 h"),
        (270_000, "3 d 3 h"),
    ],
)
def test_waits_are_spoken_with_as_much_as_matters(seconds: float, words: str) -> None:
    assert spoken(timedelta(seconds=seconds)) == words


@pytest.mark.promise("LOG-12")
def test_a_very_long_conversation_shows_its_newest(admin_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeline_module, "MOST_STEPS", 3)
    row = make_shortlist()
    calls = [make_call(row, at=ago(minutes=9 - number)) for number in range(5)]
    response = admin_client.get(page_of(row.pk))
    assert [step.call for step in response.context["timeline"].steps] == calls[2:]
    assert "The newest 3 calls of 5." in response.content.decode()


@pytest.mark.promise("LOG-14")
def test_neither_page_nor_export_holds_a_handle_a_widgets_name_or_words(
    admin_client: Client, talk: dict[str, Any]
) -> None:
    row = Shortlist.objects.get()
    export = admin_client.get(export_of(row.pk))
    assert export.headers["Content-Disposition"] == f'attachment; filename="shortlist-{row.pk}.json"'
    secret = [talk["handle"], talk["view"], "lead barista", "cook", bytes(row.nonce).hex(), bytes(row.digest).hex()]
    for text in (admin_client.get(page_of(row.pk)).content.decode(), export.content.decode()):
        assert [word for word in secret if word in text] == []
    told = export.json()
    assert [call["tool"] for call in told["calls"]][:2] == ["search_jobs", "render_jobs"]
    assert "Lead Barista" not in export.content.decode()
    assert told["memory"] == {
        "searches": 2,
        "queries": None,
        "widgets": [[talk["job"].public_id]],
        "opened": [talk["job"].public_id],
        "saved": [],
        "applied": [],
        "chosen": "",
    }


@pytest.mark.promise("LOG-14")
def test_queries_are_shown_only_where_words_are_kept(
    admin_client: Client, talk: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcp_bridge.admin.timeline.settings.LOG_FREE_TEXT", True)
    assert "“cook”" in admin_client.get(page_of(talk["number"])).content.decode()
    assert admin_client.get(export_of(talk["number"])).json()["memory"]["queries"] == ["lead barista", "cook"]


@pytest.mark.promise("LOG-14")
@pytest.mark.parametrize("names", [[], ["view_shortlist"], ["view_loggedcall"]])
def test_a_conversation_is_for_those_who_may_see_the_log(client: Client, names: list[str]) -> None:
    row = make_shortlist()
    assert client.get(page_of(row.pk)).status_code == 302
    user = User.objects.create_user("clerk", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=names))
    client.force_login(user)
    assert {client.get(address).status_code for address in (page_of(row.pk), export_of(row.pk))} == {403}


@pytest.mark.promise("LOG-14")
def test_a_conversation_is_only_read(admin_client: Client) -> None:
    row = make_shortlist()
    call = make_call(row)
    addresses = [page_of(row.pk), export_of(row.pk)]
    assert [admin_client.post(address).status_code for address in addresses] == [405, 405]
    for address in (
        f"/admin/mcp_bridge/shortlist/{row.pk}/delete/",
        f"/admin/mcp_bridge/loggedcall/{call.pk}/delete/",
        f"/admin/mcp_bridge/loggedcall/{call.pk}/change/",
        "/admin/mcp_bridge/loggedcall/add/",
        "/admin/mcp_bridge/shortlist/add/",
    ):
        assert admin_client.post(address, {"post": "yes"}).status_code == 403, address


@pytest.mark.promise("LOG-14")
def test_what_strangers_wrote_is_escaped(admin_client: Client) -> None:
    bad = "<script>alert(1)</script>"
    job = make_listing(title=bad)
    row = make_shortlist()
    make_call(
        row, client=bad, tool=bad, arguments={bad: bad}, ids=[job.public_id, bad], user_actions=[bad], at=timezone.now()
    )
    page = admin_client.get(page_of(row.pk)).content.decode()
    assert bad not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 6
