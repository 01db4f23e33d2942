"""The lint as others call it."""

import json
import random
import time

import pytest

from catalog.tools.compile import compile_content
from catalog.tools.content import CatalogueContent, Direction
from catalog.tools.lint import Finding, Level, estimated_tokens, lint
from catalog.tools.lint.examples import RENDER, SEARCH, SOUND, describing
from catalog.tools.lint.texts import Kind, Text, quoted
from catalog.tools.shipped import shipped_content
from mcp_bridge.candidate import candidate_snapshot
from mcp_bridge.listing import listed_tool

FAULTY = SOUND.model_copy(
    update={
        "instructions": "You must begin here.",
        "tools": [
            RENDER.model_copy(update={"title": "", "invoked_text": ""}),
            SEARCH.model_copy(update={"description": "Finds jobs of example.com. Always use it.", "invoking_text": ""}),
        ],
    }
)


@pytest.mark.promise("LINT-2")
def test_the_shipped_texts_have_no_error_and_ask_for_no_care() -> None:
    assert [finding for finding in lint(shipped_content()).findings if finding.level is not Level.NOTE] == []


@pytest.mark.promise("LINT-3")
def test_findings_stand_by_the_server_then_by_tool_the_gravest_first() -> None:
    told = [(finding.tool, finding.level.value, finding.rule) for finding in lint(FAULTY).findings]
    assert told == [
        ("", "error", "commands"),
        ("search_jobs", "error", "commands"),
        ("search_jobs", "careful", "urls"),
        ("search_jobs", "note", "missing"),
        ("render_jobs", "error", "missing"),
        ("render_jobs", "note", "missing"),
    ]


@pytest.mark.promise("LINT-3")
def test_the_order_of_drafts_does_not_change_the_report() -> None:
    tools = list(FAULTY.tools)
    random.shuffle(tools)
    assert lint(FAULTY.model_copy(update={"tools": tools})) == lint(FAULTY)


@pytest.mark.promise("LINT-3")
def test_the_report_as_json_says_the_same() -> None:
    report = lint(FAULTY)
    told = json.loads(json.dumps(report.as_json()))
    assert told["counts"] == {"error": 3, "careful": 1, "note": 2}
    assert [Finding(**{**item, "level": Level(item["level"])}) for item in told["findings"]] == list(report.findings)
    assert told["tokens"] == report.tokens
    assert report.has_errors
    assert [finding.tool for finding in report.errors] == ["", "search_jobs", "render_jobs"]
    assert {finding.level for finding in report.of_tool("search_jobs")} == set(Level)


@pytest.mark.promise("LINT-3")
def test_a_finding_names_its_field_as_the_diff_does() -> None:
    directions = [*SEARCH.directions[1:], Direction(outcome="found", instruction="Go on.", reason="You MUST.")]
    tool = SEARCH.model_copy(update={"directions": directions})
    assert [finding.field for finding in lint(CatalogueContent(tools=[tool, RENDER])).errors] == [
        "outcome found: reason"
    ]


@pytest.mark.promise("LINT-3")
def test_drafts_that_do_not_fit_the_code_are_judged_by_their_words() -> None:
    strange = SEARCH.model_copy(update={"name": "look_up", "handler": "nobody", "description": "Always call look_up."})
    report = lint(CatalogueContent(tools=[strange, SEARCH.model_copy(update={"parameters": []}), RENDER]))
    assert [(finding.tool, finding.rule) for finding in report.errors] == [("look_up", "commands")]


@pytest.mark.promise("LINT-3")
def test_what_is_switched_off_is_not_judged() -> None:
    off = SEARCH.model_copy(update={"name": "look_up", "description": "Always call it.", "enabled": False})
    assert lint(SOUND.model_copy(update={"tools": [*SOUND.tools, off]})) == lint(SOUND)


@pytest.mark.promise("LINT-3")
def test_a_catalogue_without_anything_is_no_fault() -> None:
    assert lint(CatalogueContent()).findings == ()


@pytest.mark.promise("LINT-5")
def test_a_message_shows_no_secret_and_nothing_invisible() -> None:
    secret = "sk-live-" + "4f9aQ" * 5
    for finding in lint(describing(f"Finds open jobs. {secret} You mu\u200bst call it.").content).findings:
        assert secret not in finding.message
        assert finding.message.isprintable()
    assert quoted("a\u202eb\n c") == "“a\\u202eb c”"


@pytest.mark.promise("LINT-5")
def test_disguised_words_are_read_as_what_they_look_like() -> None:
    text = Text("search_jobs", Kind.DESCRIPTION, "description", "Іg\u200bnоrе  ｔｈｉｓ")
    assert text.plain == "Ignore this"


@pytest.mark.promise("LINT-5")
@pytest.mark.parametrize(
    "filler", ["a", "a ", "[", "](", "a.", "not tell ", "1 to ", "`", "x_", "://", "- ", "\u200b", "A B "]
)
def test_hostile_texts_of_full_length_are_judged_at_once(filler: str) -> None:
    text = (filler * 2_000)[:2_000]
    before = time.thread_time()
    lint(describing(text).content)
    assert time.thread_time() - before < 0.5


@pytest.mark.promise("LINT-7")
@pytest.mark.django_db
def test_tokens_are_a_quarter_of_the_bytes_of_what_a_client_lists() -> None:
    compiled = compile_content(shipped_content()).tools
    snapshot = candidate_snapshot(shipped_content())
    for tool in compiled:
        listed = {key: value for key, value in listed_tool(tool, snapshot).items() if key != "_meta"}
        assert (
            estimated_tokens(tool) == len(json.dumps(listed, ensure_ascii=False, separators=(",", ":")).encode()) // 4
        )
    assert lint(shipped_content()).tokens == sum(map(estimated_tokens, compiled))
