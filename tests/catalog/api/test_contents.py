"""Lint, diff and the file: what the command line says, over HTTP."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from catalog.models import Release, ServerText, Tool
from catalog.tools.drafts import draft_content
from catalog.tools.exchange import content_named
from catalog.tools.lint import lint
from catalog.tools.publish import publish_drafts
from tests.catalog.api.asking import Asker, error

pytestmark = [pytest.mark.django_db, pytest.mark.promise("API-11")]


def said(*arguments: str) -> str:
    out = StringIO()
    call_command("catalogue", *arguments, stdout=out)
    return out.getvalue()


def test_the_lint_judges_the_drafts_or_a_release(editor: Asker) -> None:
    Tool.objects.filter(name="search_jobs").update(title="")
    drafted, live = editor.get("lint/").json(), editor.get("lint/", of="live").json()
    assert drafted == lint(content_named("draft")).as_json()
    assert live == lint(content_named("live")).as_json()
    assert drafted != live


def test_the_diff_classes_each_change_and_says_why(editor: Asker) -> None:
    Tool.objects.get(name="search_jobs").parameters.filter(name="query").update(maximum=20)
    Tool.objects.filter(name="search_jobs").update(title="Find")
    found = editor.get("diff/").json()
    assert (found["old"], found["new"], found["worst"]) == ("live", "draft", "breaking")
    assert [(change["field"], change["grade"], bool(change["reason"])) for change in found["changes"]] == [
        ("title", "safe", True),
        ("parameter query: maximum", "breaking", True),
    ]


def test_any_two_releases_are_compared_and_in_both_directions(editor: Asker) -> None:
    ServerText(instructions="Second.").save()
    publish_drafts(author=None)
    there, back = editor.get("diff/", old="1", new="2").json(), editor.get("diff/", old="live", new="1").json()
    assert there["changes"] == Release.objects.get(pk=2).diff
    assert (
        [change["new"] for change in there["changes"]] == [change["old"] for change in back["changes"]] == ["Second."]
    )
    assert editor.get("diff/", old="live", new="draft").json() == {
        "old": "live", "new": "draft", "worst": "safe", "changes": [],
    }  # fmt: skip


@pytest.mark.parametrize("path", ["lint/", "export/"])
@pytest.mark.parametrize(
    ("of", "status", "code"),
    [("9", 404, "unknown_content"), ("nothing", 404, "unknown_content"), ("\x00", 400, "bad_parameter")],
)
def test_what_there_is_not_is_told(editor: Asker, path: str, of: str, status: int, code: str) -> None:
    answer = editor.get(path, of=of)
    assert error(answer) == (status, code)
    assert answer.headers["Content-Type"] == "application/json"


def test_the_file_is_the_one_that_the_command_line_writes(editor: Asker) -> None:
    Tool.objects.filter(name="search_jobs").update(enabled=False)
    answer = editor.get("export/")
    assert answer.headers["Content-Type"].startswith("application/yaml")
    assert answer.content.decode() == said("export")
    assert editor.get("export/", of="live").content.decode() == said("export", "--of", "live")


def test_a_file_goes_out_and_comes_back_as_drafts_and_publishes_nothing(editor: Asker) -> None:
    before, file = draft_content(), editor.get("export/").content.decode()
    ServerText(instructions="Other words.").save()
    Tool.objects.filter(name="search_jobs").delete()
    made = {"made": ["search_jobs"], "changed": ["Server instructions"], "removed": [], "problems": []}
    drafted = draft_content()
    assert editor.send("post", "import/?dry_run=true", file).json() == made | {"reviewed": drafted.sha256()}
    assert draft_content() == drafted != before
    assert editor.send("post", "import/", file).json() == made | {"reviewed": before.sha256()}
    assert draft_content() == before
    assert Release.objects.count() == 1


def test_an_import_writes_over_no_drafts_that_nobody_has_read(editor: Asker) -> None:
    file = editor.get("export/").content.decode()
    ServerText(instructions="Read.").save()
    read = editor.send("post", "import/?dry_run=true", file).json()["reviewed"]
    Tool.objects.filter(name="search_jobs").update(title="Saved meanwhile")
    drafted = draft_content()
    assert error(editor.send("post", f"import/?reviewed={read}", file)) == (409, "drafts_changed")
    assert error(editor.send("post", f"import/?reviewed={read}&dry_run=true", file)) == (409, "drafts_changed")
    assert draft_content() == drafted
    read = editor.send("post", "import/?dry_run=true", file).json()["reviewed"]
    assert editor.send("post", f"import/?reviewed={read}", file).status_code == 200
    assert content_named("draft").sha256() == content_named("live").sha256()


def test_what_stands_in_the_way_of_publishing_is_told_at_once(editor: Asker) -> None:
    file = editor.get("export/").content.decode().replace("handler: search_jobs", "handler: find_jobs")
    told: list[dict[str, Any]] = editor.send("post", "import/", file).json()["problems"]
    assert [problem["field"] for problem in told] == ["search_jobs.handler"]


@pytest.mark.parametrize(
    ("file", "status", "code"),
    [
        ("", 422, "import_invalid"),
        ("tools: [", 400, "not_yaml"),
        ("tolls: []", 422, "import_invalid"),
        ('instructions: "\\0"', 422, "import_invalid"),
        ("a: &b [*b]", 400, "not_yaml"),
        ('tools: [{name: "find_jobs\\n", handler: search_jobs, title: x, description: x}]', 422, "import_invalid"),
        ("x" * 1_000_001, 413, "too_large"),
    ],
)
def test_a_file_that_does_not_fit_changes_nothing(editor: Asker, file: str, status: int, code: str) -> None:
    before = draft_content()
    assert error(editor.send("post", "import/", file)) == (status, code)
    assert draft_content() == before
