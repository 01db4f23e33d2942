"""Labelled releases against the code that runs: what no longer fits is named, and new parameters start hidden."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.test import Client

from catalog.models import Release, ServerText
from catalog.tools import drift
from catalog.tools import handler as handlers
from catalog.tools.drift import label_states
from catalog.tools.labels import move_label
from catalog.tools.publish import publish_drafts
from catalog.tools.shipped import load_shipped
from mcp_bridge.snapshot import snapshots

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh(db: None) -> Iterator[None]:
    """As in a process that has just started."""
    load_shipped()
    drift._problems.cache_clear()
    snapshots._kept.clear()
    snapshots.forget()
    yield
    drift._problems.cache_clear()
    snapshots._kept.clear()
    snapshots.forget()


@pytest.fixture
def moved_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Newer code: search_jobs has lost an outcome that the release words."""
    search = handlers._handlers["search_jobs"]
    fewer = tuple(outcome for outcome in search.outcomes if outcome.code != "nothing_found")
    monkeypatch.setitem(handlers._handlers, "search_jobs", replace(search, outcomes=fewer))


def publish_changed() -> Release:
    ServerText(instructions="New words.").save()
    return publish_drafts(author=None)


@pytest.mark.promise("REL-11")
def test_what_fits_is_told_as_fitting(client: Client) -> None:
    move_label(name="candidate", release=publish_changed(), user=None)
    assert [(state.label, state.release, state.problems) for state in label_states()] == [
        ("candidate", 2, ()),
        ("live", 2, ()),
    ]
    assert client.get("/readyz").json()["checks"] == {"database": "ok", "release": "ok", "labels": {"candidate": "ok"}}


@pytest.mark.promise("REL-11")
@pytest.mark.usefixtures("moved_on")
def test_what_does_not_fit_is_named_by_readyz(client: Client) -> None:
    (state,) = label_states()
    assert [problem.field for problem in state.problems] == ["search_jobs.nothing_found"]
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"]["misfits"][0].startswith("search_jobs.nothing_found: search_jobs knows the outcomes")
