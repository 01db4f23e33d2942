"""/api/v1/drafts/ and /api/v1/instructions/."""

import threading
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from catalog.models import ServerText, Tool
from catalog.models.tool import TOOL_NAME
from catalog.tools.content import ToolText
from catalog.tools.draft_change import DraftChange
from catalog.tools.drafts import draft_content, tool_text
from catalog.tools.handler import all_handlers
from catalog.tools.publish import frozen_content, publish_drafts
from catalog.tools.shipped import load_shipped
from tests.catalog.api.asking import Asker, error

pytestmark = pytest.mark.django_db
SEARCH = "drafts/search_jobs/"
REMOTE = {
    "name": "search_remote_jobs",
    "handler": "search_jobs",
    "title": "Search remote jobs",
    "description": "Finds jobs that are done from anywhere. Other jobs are found by `search_jobs`.",
    "parameters": [{"name": "workplace", "fixed": ["remote"]}],
}


def saved(name: str = "search_jobs") -> dict[str, Any]:
    return tool_text(Tool.objects.get(name=name)).model_dump(mode="json")


@pytest.mark.promise("API-7")
def test_all_drafts_are_read_with_their_versions_and_the_hash_that_publishing_would_make(editor: Asker) -> None:
    drafts = editor.get("drafts/").json()
    assert [draft["name"] for draft in drafts["tools"]] == [tool.name for tool in Tool.objects.all()]
    assert drafts["sha256"] == frozen_content(draft_content()).sha256()
    assert drafts["instructions"]["text"] == ServerText.current().instructions
    assert [draft["problems"] for draft in drafts["tools"]] == [[]] * len(drafts["tools"])
    assert drafts["tools"][0] == editor.get(SEARCH).json()


@pytest.mark.promise("API-7")
def test_reading_all_drafts_takes_few_queries(
    editor: Asker, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(8):
        editor.get("drafts/")


@pytest.mark.promise("API-7")
def test_what_a_change_does_not_say_stays(editor: Asker) -> None:
    before, version = saved(), editor.version(SEARCH)
    change = {
        "title": "Find jobs",
        "parameters": [{"name": "query", "description": "A job's title."}],
        "directions": [{"outcome": "found", "reason": "Because."}],
        "aliases": ["find_jobs"],
        "idempotent_hint": False,
    }
    answer = editor.send("patch", SEARCH, change, version=version)
    assert answer.status_code == 200
    after = saved()
    assert answer.headers["ETag"] == f'"{answer.json()["version"]}"' != f'"{version}"'
    assert (after["title"], after["aliases"], after["idempotent_hint"]) == ("Find jobs", ["find_jobs"], False)
    for rows, key, name, field in (
        ("parameters", "name", "query", "description"),
        ("directions", "outcome", "found", "reason"),
    ):
        changed = [row for row, old in zip(after[rows], before[rows], strict=True) if row != old]
        assert [(row[key], row[field]) for row in changed] == [(name, change[rows][0][field])]  # type: ignore[index]


@pytest.mark.promise("API-7")
def test_null_takes_a_default_back_and_silence_does_not(editor: Asker) -> None:
    limit = {"name": "limit", "default": 7, "minimum": 2, "maximum": 9}
    editor.send("patch", SEARCH, {"parameters": [limit]}, version=editor.version(SEARCH))
    editor.send("patch", SEARCH, {"parameters": [{"name": "limit", "default": None}]}, version=editor.version(SEARCH))
    row = Tool.objects.get(name="search_jobs").parameters.get(name="limit")
    assert (row.default, row.minimum, row.maximum) == (None, 2, 9)
    editor.send("patch", SEARCH, {"parameters": [{"name": "limit", "minimum": None}]}, version=editor.version(SEARCH))
    row.refresh_from_db()
    assert (row.minimum, row.maximum) == (None, 9)


@pytest.mark.promise("API-7")
def test_another_tool_is_made_of_a_handler_and_published_without_code(editor: Asker, publisher: Asker) -> None:
    made = editor.send("post", "drafts/", REMOTE)
    assert made.status_code == 201
    assert {row["outcome"] for row in made.json()["directions"]} == {
        outcome.code for handler in all_handlers() if handler.name == "search_jobs" for outcome in handler.outcomes
    }
    published = publisher.send("post", "releases/", {"note": "A preset."})
    assert published.status_code == 201
    listed = {tool["name"]: tool for tool in publisher.get("tools/").json()["tools"]}
    assert "workplace" not in listed["search_remote_jobs"]["input_schema"]["properties"]


@pytest.mark.promise("API-7")
def test_a_draft_is_switched_off_and_deleted(editor: Asker) -> None:
    off = editor.send("patch", SEARCH, {"enabled": False}, version=editor.version(SEARCH)).json()
    assert off["enabled"] is False
    assert editor.send("delete", SEARCH, version=off["version"]).status_code == 204
    assert error(editor.get(SEARCH)) == (404, "unknown_draft")


@pytest.mark.promise("API-7")
@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"parameters": [{"name": "query", "maximum": 10_000}]}, "search_jobs.query.maximum"),
        ({"parameters": [{"name": "nothing"}]}, "search_jobs.nothing"),
        ({"parameters": [{"name": "query"}, {"name": "query"}]}, "query"),
        ({"directions": [{"outcome": "found", "instruction": "Say {title}."}]}, "search_jobs.found.instruction"),
        ({"directions": [{"outcome": "lost", "instruction": "x"}]}, "search_jobs.lost"),
        ({"widget": "jobs"}, "search_jobs.widget"),
        ({"title": "  "}, "search_jobs.title"),
    ],
)
def test_what_does_not_fit_the_code_is_named_and_nothing_is_saved(
    editor: Asker, change: dict[str, Any], field: str
) -> None:
    before = saved()
    answer = editor.send("patch", SEARCH, {"order": 7} | change, version=editor.version(SEARCH))
    assert error(answer) == (422, "draft_invalid")
    assert [problem["field"] for problem in answer.json()["error"]["fields"]] == [field]
    assert saved() == before


@pytest.mark.promise("API-7")
@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"titel": "x"}, "titel"),
        ({"title": "x" * 81}, "title"),
        ({"handler": "render_jobs"}, "handler"),
        ({"name": "Search"}, "name"),
        ({"order": 99_999}, "order"),
        ([], "body"),
    ],
)
def test_a_body_that_does_not_fit_is_told_by_field(editor: Asker, body: Any, field: str) -> None:
    answer = editor.send("patch", SEARCH, body, version=editor.version(SEARCH))
    assert error(answer) == (400, "bad_body")
    assert [problem["field"] for problem in answer.json()["error"]["fields"]] == [field]


@pytest.mark.promise("API-7")
def test_a_name_is_taken_once(editor: Asker) -> None:
    assert error(editor.send("post", "drafts/", REMOTE | {"name": "render_jobs"})) == (409, "name_taken")
    renamed = editor.send("patch", SEARCH, {"name": "render_jobs"}, version=editor.version(SEARCH))
    assert error(renamed) == (409, "name_taken")
    assert error(editor.send("post", "drafts/", REMOTE | {"handler": "nothing"})) == (422, "draft_invalid")


@pytest.mark.promise("API-8")
def test_a_stale_change_is_refused_with_both_versions_and_where_they_differ(editor: Asker, boss: Asker) -> None:
    version = editor.version(SEARCH)
    boss.send("patch", SEARCH, {"title": "Their title"}, version=version)
    refused = editor.send("patch", SEARCH, {"title": "My title"}, version=version)
    assert error(refused) == (412, "stale_draft")
    told = refused.json()
    assert told["version"] == editor.version(SEARCH)
    assert [told[side]["tools"][0]["title"] for side in ("saved", "yours")] == ["Their title", "My title"]
    assert told["changes"] == [{"tool": "search_jobs", "field": "title", "old": "Their title", "new": "My title"}]
    assert saved()["title"] == "Their title"
    assert editor.send("patch", SEARCH, {"title": "My title"}, version=told["version"]).status_code == 200


@pytest.mark.promise("API-8")
def test_nothing_is_written_without_saying_what_was_read(editor: Asker) -> None:
    before = draft_content()
    assert error(editor.send("patch", SEARCH, {"title": "x"})) == (428, "version_needed")
    assert error(editor.send("delete", SEARCH)) == (428, "version_needed")
    assert error(editor.send("put", "instructions/", {"text": "x"})) == (428, "version_needed")
    assert error(editor.send("delete", SEARCH, version="*")) == (412, "stale_draft")
    assert draft_content() == before


@pytest.mark.promise("API-8")
def test_the_instructions_are_guarded_the_same_way(editor: Asker) -> None:
    version = editor.version("instructions/")
    assert editor.send("put", "instructions/", {"text": "First."}, version=version).json()["text"] == "First."
    refused = editor.send("put", "instructions/", {"text": "Second."}, version=version)
    assert error(refused) == (412, "stale_draft")
    assert refused.json()["changes"] == [
        {"tool": "Server instructions", "field": "instructions", "old": "First.", "new": "Second."}
    ]
    assert ServerText.current().instructions == "First."


@pytest.mark.promise("API-8")
@pytest.mark.django_db(transaction=True)
def test_of_two_changes_at_the_same_moment_one_is_refused() -> None:
    load_shipped()
    User.objects.create_superuser("ann")
    askers = [Asker(Client(), {}) for _ in range(2)]
    for asker in askers:
        asker.client.force_login(User.objects.get())
    version, start, statuses = askers[0].version(SEARCH), threading.Barrier(2), []

    def save(at: int) -> None:
        start.wait()
        statuses.append(askers[at].send("patch", SEARCH, {"title": f"Title {at}"}, version=version).status_code)
        connection.close()

    threads = [threading.Thread(target=save, args=(at,)) for at in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200, 412]


@pytest.mark.promise("API-7")
def test_one_text_goes_back_to_live_or_to_shipped(editor: Asker) -> None:
    shipped = Tool.objects.get(name="search_jobs").title
    Tool.objects.filter(name="search_jobs").update(title="Live title")
    publish_drafts(author=None)
    Tool.objects.filter(name="search_jobs").update(title="Draft title")
    place = {"part": "tool", "attribute": "title"}
    back = [
        editor.send("post", f"{SEARCH}reset/", place | {"source": source}, version=editor.version(SEARCH))
        for source in ("live", "shipped")
    ]
    assert [answer.json()["title"] for answer in back] == ["Live title", shipped]
    nowhere = {"part": "parameter", "name": "none", "attribute": "description", "source": "live"}
    refused = editor.send("post", f"{SEARCH}reset/", nowhere, version=editor.version(SEARCH))
    assert error(refused) == (404, "no_such_text")


@pytest.mark.promise("API-8")
@pytest.mark.parametrize(
    ("place", "field"),
    [
        ({"part": "tool", "attribute": "title"}, "title"),
        ({"part": "parameter", "name": "query", "attribute": "description"}, "parameter query: description"),
        ({"part": "outcome", "name": "found", "attribute": "reason"}, "outcome found: reason"),
    ],
)
def test_a_reset_takes_no_words_away_that_nobody_has_read(editor: Asker, place: dict[str, str], field: str) -> None:
    live, body, version = saved(), place | {"source": "live"}, editor.version(SEARCH)
    theirs = {
        "title": "Theirs",
        "parameters": [{"name": "query", "description": "Theirs."}],
        "directions": [{"outcome": "found", "reason": "Theirs."}],
    }
    editor.send("patch", SEARCH, theirs, version=version)
    assert error(editor.send("post", f"{SEARCH}reset/", body)) == (428, "version_needed")
    assert error(editor.send("post", f"{SEARCH}reset/", body, version="")) == (412, "stale_draft")
    refused = editor.send("post", f"{SEARCH}reset/", body, version=version)
    assert error(refused) == (412, "stale_draft")
    told = refused.json()
    assert (told["version"], told["saved"]["tools"]) == (editor.version(SEARCH), [saved()])
    assert [(change["field"], change["old"].rstrip(".")) for change in told["changes"]] == [(field, "Theirs")]
    assert saved() != live
    assert editor.send("post", f"{SEARCH}reset/", body, version=told["version"]).status_code == 200
    assert {"tools": [saved()]} == {"tools": told["yours"]["tools"]}


@pytest.mark.promise("API-7")
def test_the_admin_tells_who_changed_a_draft(editor: Asker) -> None:
    editor.send("post", "drafts/", REMOTE)
    editor.send("patch", SEARCH, {"title": "x"}, version=editor.version(SEARCH))
    editor.send("put", "instructions/", {"text": "x"}, version=editor.version("instructions/"))
    editor.send("delete", SEARCH, version=editor.version(SEARCH))
    told = LogEntry.objects.order_by("id").values_list("user__username", "object_repr", "action_flag")
    assert list(told) == [
        ("editor", "search_remote_jobs", 1),
        ("editor", "search_jobs", 2),
        ("editor", "Server instructions", 2),
        ("editor", "search_jobs", 3),
    ]


@pytest.mark.promise("API-7")
def test_handlers_say_what_a_draft_can_be_begun_from(editor: Asker) -> None:
    handlers = {item["name"]: item for item in editor.get("handlers/").json()["handlers"]}
    assert handlers.keys() == {handler.name for handler in all_handlers()}
    assert "query" in handlers["search_jobs"]["parameters"]["properties"]
    found = next(item for item in handlers["search_jobs"]["outcomes"] if item["code"] == "found")
    assert "total" in found["placeholders"]


@pytest.mark.promise("API-7")
def test_a_change_may_say_whatever_a_draft_says_within_the_bounds_that_the_database_has() -> None:
    assert {*DraftChange.model_fields, "handler"} == set(ToolText.model_fields)
    schemas = DraftChange.model_json_schema()["properties"]
    bounds = {name: schema["maxLength"] for name, schema in schemas.items() if "maxLength" in schema}
    assert bounds == {name: Tool._meta.get_field(name).max_length for name in bounds}
    assert f"{schemas['name']['pattern']}" == TOOL_NAME.regex.pattern
