"""The system checks, on views and handlers that are wrong in one way each."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import Error
from django.template import engines
from pydantic import BaseModel

from catalog.tools import handler as handlers
from catalog.tools.handler import DataTool, Handled, Output, Parameters, RenderTool, find_handler
from mcp_bridge.checks import check_separation, check_views
from mcp_bridge.tools.get_job_details import DetailsOutput
from mcp_bridge.tools.shapes import PayShape
from mcp_bridge.widgets import registry
from mcp_bridge.widgets.paths import find_faults, type_at
from mcp_bridge.widgets.registry import Widget, view_template
from mcp_bridge.widgets.unseen import KEPT_BACK, fields_of, unseen_fields

SCOPE = {"output": DetailsOutput}


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Writes a template where the engine finds it: `written("name.html", source)`."""
    engine = engines["django"].engine  # type: ignore[attr-defined]
    monkeypatch.setattr(engine, "dirs", [tmp_path, *engine.dirs])
    engine.template_loaders[0].reset()

    def write(name: str, source: str) -> str:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("{% load widgetkit %}" + source)
        return name

    yield write
    engine.template_loaders[0].reset()


def test_the_products_own_views_and_handlers_pass() -> None:
    assert check_views(None) == []
    assert check_separation(None) == []


def test_a_path_leads_through_lists_options_and_models() -> None:
    assert type_at(SCOPE, "output.jobs.0.pay") is PayShape
    assert type_at(SCOPE, "output.jobs.0.pay.text") is str
    assert type_at(SCOPE, "output.jobs.title") is None
    assert type_at(SCOPE, "nobody") is None


@pytest.mark.promise("WIDGET-11")
@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("{% val output.salary %}", "output.salary does not exist in the output"),
        ("{% each output.jobs as job %}{% val job.salary %}{% endeach %}", "job.salary does not exist in the output"),
        ("{% val output.jobs %}", "output.jobs is not a text or a number"),
        ("{% each output.outcome as job %}{% endeach %}", "output.outcome is not a list"),
        ("{% when output.found %}{% endwhen %}", "output.found does not exist in the output"),
        ("{% unless output.jobs %}{% val output.x %}{% endunless %}", "output.x does not exist in the output"),
        ("{% alias output.jobs.0 as job %}{% val job.x %}{% endalias %}", "job.x does not exist in the output"),
        ("{% if 1 %}{% val output.x %}{% endif %}", "output.x does not exist in the output"),
        ("{% for f in order %}{% val output.x %}{% endfor %}", "output.x does not exist in the output"),
        ("{{ output.board }}", "{{ … }} shows nothing in a chat app: write {% val path %}"),
        (
            '{% each output.jobs as job %}<a href="{% val job.url %}">x</a>{% endeach %}',
            "job.url is an address: write {% val job.url link %}",
        ),
    ],
)
def test_a_view_that_asks_for_what_is_never_there_is_refused(written: Any, source: str, fault: str) -> None:
    assert find_faults(written("wrong.html", source), SCOPE) == [fault]


def test_a_fault_is_found_in_an_included_part(written: Any) -> None:
    written("part.html", "{% val job.x %}")
    name = written("whole.html", '{% each output.jobs as job %}{% include "part.html" %}{% endeach %}')
    assert find_faults(name, SCOPE) == ["job.x does not exist in the output"]


@pytest.mark.promise("VIEW-4")
def test_a_field_that_no_view_shows_is_named_until_somebody_says_why(written: Any) -> None:
    written("widgets/get_job_details.html", "{% each output.jobs as job %}{% val job.text %}{% endeach %}")
    missing = [message.msg for message in check_views(None) if message.id == "shortlist.W107"]
    assert "The model gets jobs.closes, and the view get_job_details does not show it." in missing
    assert not any("jobs.text" in text or "outcome" in text for text in missing)


@pytest.mark.promise("VIEW-4")
def test_no_reason_is_kept_for_a_field_that_is_shown_or_gone() -> None:
    stale = []
    for view, reasons in KEPT_BACK.items():
        handler = find_handler(view)
        unseen = {item.field for item in unseen_fields(view, view_template(view), handler.output)} if handler else ()
        stale += [(view, field) for field in reasons if handler and field not in unseen]
    assert stale == []


def test_fields_are_found_through_lists_options_and_models() -> None:
    assert {"outcome", "jobs.pay.text", "not_found.did_you_mean"} <= set(fields_of(DetailsOutput))
    assert not {"jobs", "jobs.pay", "expired"} & set(fields_of(DetailsOutput))


@pytest.mark.promise("WIDGET-11")
def test_the_check_names_the_view(written: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    written("widgets/get_job_details.html", "{% val output.salary %}")
    (message,) = [message for message in check_views(None) if isinstance(message, Error)]
    assert message.id == "shortlist.E103"
    assert "The view get_job_details can't show what it asks for: output.salary" in message.msg


def test_a_view_that_can_not_be_read_is_named(written: Any) -> None:
    written("widgets/get_job_details.html", "{% when %}")
    assert [message.id for message in check_views(None)] == ["shortlist.E102"]


def test_a_view_without_a_handler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.WIDGETS, "stray", Widget("stray", "Stray", "", views=("stray_view",)))
    assert [message.id for message in check_views(None)] == ["shortlist.E101"]


class Nothing(Parameters):
    pass


class Said(Output):
    nested: BaseModel | None = None


def _run(_arguments: Nothing, _call: object) -> Handled[Said]:
    return Handled(Said(outcome="said"))


@dataclass(frozen=True)
class NaiveTool(DataTool):
    """The mix of searching and showing."""

    widget: str = "render_jobs"


@pytest.mark.promise("WIDGET-12")
def test_a_data_tool_with_a_widget_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    naive = NaiveTool("naive", "", Nothing, Said, (), _run)
    monkeypatch.setitem(handlers._handlers, "naive", naive)
    assert [message.id for message in check_separation(None)] == ["shortlist.E104"]


@pytest.mark.promise("WIDGET-12")
def test_a_render_tool_without_a_widget_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    stray = RenderTool("stray", "", Nothing, Said, (), _run, widget="carousel")
    monkeypatch.setitem(handlers._handlers, "stray", stray)
    assert [message.id for message in check_separation(None)] == ["shortlist.E105"]


@pytest.mark.promise("WIDGET-12")
def test_a_widget_may_call_only_what_is_meant_for_widgets(monkeypatch: pytest.MonkeyPatch) -> None:
    shy = DataTool("get_job_details", "", Nothing, Said, (), _run)
    monkeypatch.setitem(handlers._handlers, "get_job_details", shy)
    assert [message.id for message in check_separation(None)] == ["shortlist.E106"]
