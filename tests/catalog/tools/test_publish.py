"""Publishing, labels and the way back, on the real database."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction

from catalog.errors import ShortlistError
from catalog.models import Release, ServerText, Tool, ToolDirection
from catalog.tools.content import CatalogueContent, ToolText
from catalog.tools.drafts import draft_content
from catalog.tools.labels import live_release, move_label
from catalog.tools.lint import lint
from catalog.tools.publish import frozen_content, publish_drafts, release_content
from catalog.tools.shipped import load_shipped, shipped_content
from mcp_bridge.snapshot import Snapshots

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _shipped(db: None) -> None:
    load_shipped()


@pytest.mark.promise("CAT-11")
def test_shipped_texts_are_loaded_once_and_are_the_first_release() -> None:
    assert load_shipped() is False
    assert Release.objects.count() == 1
    release = live_release()
    assert release is not None
    assert release.number == 1
    assert CatalogueContent.model_validate(release.content) == frozen_content(shipped_content())


def test_drafts_read_back_as_they_were_written() -> None:
    assert draft_content() == shipped_content()


@pytest.mark.promise("REL-9")
def test_a_content_from_before_there_were_aliases_keeps_its_hash() -> None:
    old = dict(ToolText(name="old_tool", handler="h", title="", description=""))
    del old["aliases"]
    content = CatalogueContent(tools=[ToolText.model_validate(old)])
    assert content.sha256() == "29705d8ffe1b33662f312aa32290f0c28222857f6313f6e8479fdb90adc5f2d1"
    assert "aliases" not in content.model_dump(mode="json")["tools"][0]


@pytest.mark.promise("CAT-1")
def test_publishing_freezes_the_drafts_and_moves_live() -> None:
    ann = User.objects.create_user("ann")
    Tool.objects.filter(name="search_jobs").update(description="Finds work.")
    Tool.objects.filter(name="get_job_details").update(enabled=False)
    release = publish_drafts(author=ann, note="  Shorter by a tool.  ", confirm="break release 2")
    assert (release.number, release.parent_id, release.author, release.note) == (2, 1, ann, "Shorter by a tool.")
    content = CatalogueContent.model_validate(release.content)
    assert content.sha256() == release.sha256
    assert "get_job_details" not in [tool.name for tool in content.tools]
    assert content.tools[0].description == "Finds work."
    assert live_release() == release


@pytest.mark.promise("REL-4")
@pytest.mark.parametrize("confirm", ["", "yes", "break release 1", "break release 22"])
def test_a_publish_that_would_break_clients_says_what_to_type(confirm: str) -> None:
    Tool.objects.filter(name="get_job_details").update(enabled=False)
    with pytest.raises(ShortlistError) as caught:
        publish_drafts(author=None, note="One tool less.", confirm=confirm)
    assert caught.value.code == "confirmation_needed"
    assert caught.value.hint == "If that is meant, type “break release 2”."
    assert [problem.field for problem in caught.value.fields] == ["get_job_details, tool"]
    assert Release.objects.count() == 1


@pytest.mark.promise("REL-4")
def test_a_confirmed_release_keeps_what_it_breaks() -> None:
    Tool.objects.filter(name="get_job_details").update(enabled=False)
    release = publish_drafts(author=None, note="One tool less.", confirm=" Break  release 2 ")
    assert [(change["tool"], change["grade"]) for change in release.diff] == [("get_job_details", "breaking")]


@pytest.mark.promise("REL-14")
@pytest.mark.parametrize("note", ["", "Meant. ", "         x"])
def test_a_text_at_fault_is_not_published_without_a_word(note: str) -> None:
    Tool.objects.filter(name="search_jobs").update(
        description="You MUST always call this first, before any other tool."
    )
    with pytest.raises(ShortlistError) as caught:
        publish_drafts(author=None, note=note)
    assert caught.value.code == "lint_blocks"
    assert caught.value.fields[0].field == "search_jobs, description"
    assert "say in a note of 10 characters or more why they are meant" in caught.value.hint
    assert Release.objects.count() == 1


@pytest.mark.promise("REL-14")
def test_a_release_keeps_what_the_lint_said_of_it() -> None:
    Tool.objects.filter(name="search_jobs").update(
        description="You MUST always call this first, before any other tool."
    )
    release = publish_drafts(author=None, note="An experiment for a day.")
    assert release.lint == lint(release_content(release)).as_json()
    assert release.lint["counts"]["error"] > 0
    assert Release.objects.get(pk=1).lint["counts"]["error"] == 0


def test_publishing_without_a_change_is_refused_in_plain_words() -> None:
    with pytest.raises(ShortlistError, match="The drafts say what release 1 says"):
        publish_drafts(author=None)
    assert Release.objects.count() == 1


@pytest.mark.promise("CAT-3")
def test_an_invalid_draft_publishes_nothing() -> None:
    ToolDirection.objects.filter(outcome="found").update(instruction="Show {title}.")
    with pytest.raises(ShortlistError) as caught:
        publish_drafts(author=None)
    assert caught.value.fields[0].field == "search_jobs.found.instruction"
    assert Release.objects.count() == 1


@pytest.mark.promise("CAT-2")
@pytest.mark.parametrize("sql", ["UPDATE catalog_release SET note = 'x'", "DELETE FROM catalog_release"])
def test_the_database_refuses_to_touch_a_release(sql: str) -> None:
    with pytest.raises(IntegrityError, match="immutable"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.mark.promise("CAT-9")
def test_moving_live_back_serves_the_earlier_release() -> None:
    first = live_release()
    assert first is not None
    ServerText(instructions="New words.").save()
    publish_drafts(author=None)
    served = Snapshots()
    assert served.current().instructions == "New words."
    move_label(name="live", release=first, user=None)
    served.forget()
    assert served.current().release == 1
    assert served.current().instructions == shipped_content().instructions


@pytest.mark.parametrize("name", ["", "draft", "7", "Live", "a b", "-a", "a" * 41, "a\n"])
def test_a_label_is_named_like_nothing_else(name: str) -> None:
    release = live_release()
    assert release is not None
    with pytest.raises(ShortlistError, match="A label can't be named"):
        move_label(name=name, release=release, user=None)


def test_nothing_published_is_said_plainly() -> None:
    with pytest.raises(ShortlistError) as caught:
        Snapshots().current("nowhere")
    assert caught.value.code == "no_release"
