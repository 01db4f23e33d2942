"""Two people at one draft, and the way back to earlier words."""

import json
import threading

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.urls import reverse

from catalog.models import ServerText, Tool
from catalog.tools.drafts import draft_content
from catalog.tools.exchange import import_drafts
from catalog.tools.publish import publish_drafts
from catalog.tools.shipped import load_shipped
from tests.catalog.admin.forms import page_values

pytestmark = pytest.mark.django_db


def address(page: str = "change") -> str:
    return reverse(f"admin:catalog_tool_{page}", args=[Tool.objects.get(name="search_jobs").pk])


@pytest.mark.promise("EDIT-5")
@pytest.mark.usefixtures("shipped")
def test_the_second_save_of_an_older_page_is_refused_with_both_versions_shown(admin_client: Client) -> None:
    mine, theirs = page_values(admin_client, address()), page_values(admin_client, address())
    assert admin_client.post(address(), theirs | {"title": "Their title"}).status_code == 302
    refused = admin_client.post(address(), mine | {"title": "My title"})
    page = refused.content.decode()
    assert "yours was not saved" in page
    assert "<del>Their</del><ins>My</ins> title" in page
    assert 'value="My title"' in page
    assert Tool.objects.get(name="search_jobs").title == "Their title"


@pytest.mark.promise("EDIT-5")
@pytest.mark.usefixtures("shipped")
def test_who_has_seen_both_may_save(admin_client: Client) -> None:
    mine, theirs = page_values(admin_client, address()), page_values(admin_client, address())
    admin_client.post(address(), theirs | {"title": "Their title"})
    refused = admin_client.post(address(), mine | {"title": "My title"})
    version = refused.context["adminform"].form["version"].value()
    assert admin_client.post(address(), mine | {"title": "Our title", "version": version}).status_code == 302
    assert Tool.objects.get(name="search_jobs").title == "Our title"


@pytest.mark.promise("EDIT-5")
@pytest.mark.usefixtures("shipped")
def test_a_change_in_a_row_counts_too(admin_client: Client) -> None:
    mine = page_values(admin_client, address())
    Tool.objects.get(name="search_jobs").parameters.filter(name="query").update(description="A job's title.")
    assert "yours was not saved" in admin_client.post(address(), mine).content.decode()


@pytest.mark.promise("EDIT-5")
@pytest.mark.usefixtures("shipped")
def test_an_import_takes_nobody_s_words_away_that_are_on_an_open_page(admin_client: Client) -> None:
    mine, target = page_values(admin_client, address()), address()
    drafts = draft_content()
    theirs = [tool.model_copy(update={"title": "Their title"}) for tool in drafts.tools]
    import_drafts(content=drafts.model_copy(update={"tools": theirs}), user=None)
    refused = admin_client.post(target, mine | {"title": "My title"})
    assert "<del>Their</del><ins>My</ins> title" in refused.content.decode()
    version = refused.context["adminform"].form["version"].value()
    assert admin_client.post(target, mine | {"title": "Our title", "version": version}).status_code == 302
    assert Tool.objects.get(name="search_jobs").title == "Our title"


@pytest.mark.promise("EDIT-5")
@pytest.mark.usefixtures("shipped")
def test_the_instructions_are_guarded_the_same_way(admin_client: Client) -> None:
    page = reverse("admin:catalog_servertext_change", args=[1])
    mine = page_values(admin_client, page)
    ServerText(instructions="Their words.").save()
    refused = admin_client.post(page, mine | {"instructions": "My words."}).content.decode()
    assert "<del>Their</del><ins>My</ins> words." in refused
    assert ServerText.current().instructions == "Their words."


@pytest.mark.promise("EDIT-5")
@pytest.mark.django_db(transaction=True)
def test_of_two_saves_at_the_same_moment_one_is_refused() -> None:
    load_shipped()
    User.objects.create_superuser("ann")
    clients = [Client(), Client()]
    for client in clients:
        client.force_login(User.objects.get())
    pages = [page_values(client, address()) for client in clients]
    statuses: list[int] = []
    target, start = address(), threading.Barrier(2)

    def save(at: int) -> None:
        start.wait()
        statuses.append(clients[at].post(target, pages[at] | {"title": f"Title {at}"}).status_code)
        connection.close()

    threads = [threading.Thread(target=save, args=(at,)) for at in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200, 302]


@pytest.mark.promise("EDIT-6")
@pytest.mark.usefixtures("shipped")
def test_one_text_goes_back_to_live_and_nothing_else(admin_client: Client) -> None:
    tool = Tool.objects.get(name="search_jobs")
    live = tool.directions.get(outcome="found").instruction
    tool.directions.filter(outcome="found").update(instruction="Show them.")
    Tool.objects.filter(pk=tool.pk).update(title="Another title")
    page = admin_client.get(address("texts")).content.decode()
    assert page.count("Reset to live") == 2
    key = '["outcome", "found", "instruction"]'
    answer = admin_client.post(address("texts"), {"place": key, "source": "live"}, follow=True)
    assert "“outcome found: instruction” is reset to live." in answer.content.decode()
    tool.refresh_from_db()
    assert (tool.directions.get(outcome="found").instruction, tool.title) == (live, "Another title")


@pytest.mark.promise("EDIT-5")
@pytest.mark.usefixtures("shipped")
def test_a_reset_takes_no_words_away_that_nobody_has_seen(admin_client: Client) -> None:
    tool = Tool.objects.get(name="search_jobs")
    Tool.objects.filter(pk=tool.pk).update(title="What I have read")
    opened = {"place": '["tool", "", "title"]', "source": "live"}
    opened["version"] = admin_client.get(address("texts")).context["version"]
    Tool.objects.filter(pk=tool.pk).update(title="Their newer title")
    refused = admin_client.post(address("texts"), opened, follow=True)
    assert "Not reset: somebody has saved this draft" in refused.content.decode()
    assert Tool.objects.get(pk=tool.pk).title == "Their newer title"
    admin_client.post(address("texts"), opened | {"version": refused.context["version"]})
    assert Tool.objects.get(pk=tool.pk).title == tool.title
    assert [entry.get_change_message() for entry in LogEntry.objects.all()] == ["Reset title to live."]


@pytest.mark.promise("EDIT-6")
@pytest.mark.usefixtures("shipped")
def test_rows_are_reset_by_those_who_may_change_them(client: Client) -> None:
    user = User.objects.create_user("words", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=["view_tool", "change_tool"]))
    client.force_login(user)
    tool = Tool.objects.get(name="search_jobs")
    tool.directions.filter(outcome="found").update(instruction="Show them.")
    tool.parameters.filter(name="query").update(description="Words.")
    Tool.objects.filter(pk=tool.pk).update(title="Another title")
    assert client.get(address("texts")).content.decode().count("Reset to live") == 1
    for place in (["outcome", "found", "instruction"], ["parameter", "query", "description"]):
        assert client.post(address("texts"), {"place": json.dumps(place), "source": "live"}).status_code == 403
    assert client.post(address("texts"), {"place": '["tool", "", "title"]', "source": "live"}).status_code == 302
    assert tool.directions.get(outcome="found").instruction == "Show them."
    assert Tool.objects.get(pk=tool.pk).title == tool.title


@pytest.mark.promise("EDIT-6")
@pytest.mark.usefixtures("shipped")
def test_a_draft_is_deleted_by_those_who_may_delete_its_rows_too(client: Client) -> None:
    user = User.objects.create_user("words", is_staff=True)
    client.force_login(user)
    rows = ["delete_toolparameter", "delete_tooldirection"]
    for held, status in ((["delete_tool", "view_tool"], 403), (["delete_tool", "view_tool", *rows], 302)):
        user.user_permissions.set(Permission.objects.filter(codename__in=held))
        assert client.post(address("delete"), {"post": "yes"}).status_code == status
    assert not Tool.objects.filter(name="search_jobs").exists()


@pytest.mark.promise("EDIT-6")
@pytest.mark.usefixtures("shipped")
def test_settings_go_back_to_live_too(admin_client: Client) -> None:
    tool = Tool.objects.get(name="search_jobs")
    live = tool.parameters.get(name="limit")
    tool.parameters.filter(name="limit").update(minimum=2, maximum=5, exposed=False, allowed=[1, 2])
    Tool.objects.filter(pk=tool.pk).update(read_only_hint=False, aliases=["find_jobs"])
    places = [["parameter", "limit", name] for name in ("minimum", "maximum", "exposed", "allowed")]
    for place in [*places, ["tool", "", "read_only_hint"], ["tool", "", "aliases"]]:
        admin_client.post(address("texts"), {"place": json.dumps(place), "source": "live"})
    tool.refresh_from_db()
    limit = tool.parameters.get(name="limit")
    assert (limit.minimum, limit.maximum) == (live.minimum, live.maximum)
    assert (limit.exposed, limit.allowed) == (live.exposed, live.allowed)
    assert (tool.read_only_hint, tool.aliases) == (True, [])
    assert "The draft says what is live" in admin_client.get(address("texts")).content.decode()


@pytest.mark.promise("EDIT-6")
@pytest.mark.usefixtures("shipped")
def test_shipped_words_are_there_when_live_has_moved_on(admin_client: Client) -> None:
    shipped = Tool.objects.get(name="search_jobs").title
    Tool.objects.filter(name="search_jobs").update(title="Newer")
    publish_drafts(author=None)
    assert "Reset to live" not in admin_client.get(address("texts")).content.decode()
    admin_client.post(address("texts"), {"place": '["tool", "", "title"]', "source": "shipped"})
    assert Tool.objects.get(name="search_jobs").title == shipped


@pytest.mark.promise("EDIT-6")
@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(
    "place", ["", "7", '["tool", "", "handler"]', '["tool"]', '["parameter", "none", "description"]']
)
def test_only_texts_are_reset(admin_client: Client, place: str) -> None:
    before = list(Tool.objects.order_by("pk").values())
    assert admin_client.post(address("texts"), {"place": place, "source": "live"}).status_code in {302, 404}
    assert list(Tool.objects.order_by("pk").values()) == before
