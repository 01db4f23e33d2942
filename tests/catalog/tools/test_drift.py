"""Labelled releases against the code that runs: what no longer fits is named wherever those look who run the board."""

from collections.abc import Iterator

import pytest
from django.test import Client

from catalog.models import Heartbeat, Release, ServerText
from catalog.tools import drift
from catalog.tools.drift import label_states
from catalog.tools.labels import live_release, move_label
from catalog.tools.publish import frozen_content, publish_drafts
from catalog.tools.shipped import load_shipped, shipped_content
from config import startup
from config.doctor import State, examine
from mcp_bridge.snapshot import _tell, snapshots
from tests.later_code import Lost, later_code

WORDS_GONE = {"search_jobs": Lost(outcomes={"nothing_found"})}
HANDLERS = [tool.handler for tool in frozen_content(shipped_content()).tools]
TOOL_GONE = {"render_jobs": Lost(handler=True)}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh(db: None) -> Iterator[None]:
    """As in a process that has just started."""
    load_shipped()
    forget()
    yield
    forget()


def forget() -> None:
    drift._misfits.cache_clear()
    _tell.cache_clear()
    snapshots._kept.clear()
    snapshots.forget()


def graded(subject: str) -> list[tuple[State, str]]:
    return [(item.state, item.text) for item in examine() if item.subject == subject]


def publish_changed() -> Release:
    ServerText(instructions="New words.").save()
    return publish_drafts(author=None)


@pytest.mark.promise("REL-11")
def test_what_fits_is_told_as_fitting(client: Client) -> None:
    move_label(name="candidate", release=publish_changed(), user=None)
    assert [(state.label, state.release, state.misfits) for state in label_states()] == [
        ("candidate", 2, ()),
        ("live", 2, ()),
    ]
    Heartbeat.beat()
    assert client.get("/readyz").json()["checks"] == {
        "database": "ok",
        "release": "ok",
        "worker": "ok",
        "labels": {"candidate": "ok"},
    }


@pytest.mark.promise("REL-11", "REL-15")
def test_words_that_no_longer_fit_are_named_and_the_board_is_ready_all_the_same(client: Client) -> None:
    with later_code(WORDS_GONE):
        (state,) = label_states()
        assert [misfit.problem.field for misfit in state.misfits] == ["search_jobs.nothing_found"]
        answer = client.get("/readyz")
        ((grade, text),) = graded("label live")
    assert (answer.status_code, answer.json()["status"], answer.json()["tools"]) == (200, "degraded", len(HANDLERS))
    (named,) = answer.json()["checks"]["misfits"]
    assert named.startswith("search_jobs.nothing_found is left out: search_jobs knows the outcomes")
    assert grade is State.CAREFUL
    assert text == f"Release 1 no longer fits the code. {named}"


@pytest.mark.promise("REL-11", "REL-12", "REL-15")
def test_a_tool_that_is_left_out_is_wrong_for_the_doctor_and_named_at_the_start(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    move_label(name="candidate", release=publish_changed(), user=None)
    with later_code(TOOL_GONE):
        assert [grade for grade, _ in graded("label live")] == [State.WRONG]
        assert [grade for grade, _ in graded("label candidate")] == [State.CAREFUL]
        told = client.get("/readyz").json()
        startup._name_misfits()
    assert told["tools"] == len(HANDLERS) - 1
    assert told["checks"]["labels"]["candidate"] == told["checks"]["misfits"]
    said = capsys.readouterr().out
    for label in ("live", "candidate"):
        assert f"Release 2 ({label}) no longer fits the code. render_jobs is left out: render_jobs.handler:" in said


@pytest.mark.promise("REL-11")
def test_where_nothing_fits_the_board_is_not_ready(client: Client) -> None:
    with later_code({name: Lost(handler=True) for name in HANDLERS}):
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert len(answer.json()["checks"]["misfits"]) == len(HANDLERS)


@pytest.mark.promise("REL-11")
def test_the_log_names_a_misfit_once_for_a_release(caplog: pytest.LogCaptureFixture) -> None:
    first = live_release()
    assert first is not None
    with later_code(TOOL_GONE):
        for _ in range(3):
            move_label(name="live", release=first, user=None)
            snapshots.forget()
            assert "render_jobs" not in snapshots.current().tools
    assert [record.getMessage() for record in caplog.records if record.name == "mcp_bridge.snapshot"] == [
        "Release 1 no longer fits the code. render_jobs is left out: render_jobs.handler: No handler is named “render_jobs”."
    ]
