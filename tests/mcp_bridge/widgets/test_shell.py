"""The one document: what is in it, where it is, what it weighs."""

import gzip
import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.utils import timezone

from catalog.tools.handler import find_handler
from mcp_bridge.preview.states import find_state
from mcp_bridge.snapshot import Snapshot
from mcp_bridge.widgets.meta import callable_meta, resource_meta, tool_meta
from mcp_bridge.widgets.registry import RENDER_JOBS, WIDGETS, Widget
from mcp_bridge.widgets.render import render_view, view_markup
from mcp_bridge.widgets.shell import Shell, build_shell, find_shell, shell
from tests.mcp_bridge.widgets.samples import BOARD, ERROR, TOOLS, jobs

ROOT = Path(__file__).parents[3]
STATIC = ROOT / "static"
KB = 1024


def built() -> Shell:
    return build_shell(RENDER_JOBS, BOARD, TOOLS)


def snapshot() -> Snapshot:
    return Snapshot(
        label="live", release=1, sha256="", board=BOARD, data="", since=timezone.now(), instructions="", tools={}
    )


@pytest.mark.promise("WIDGET-8")
def test_the_document_asks_the_network_for_nothing() -> None:
    markup = re.sub(r"<script>.*?</script>|<style>.*?</style>", "", built().html, flags=re.DOTALL)
    assert not re.findall(r"<(?:link|img|iframe|base|object|embed)\b|\bsrc=|@import|url\(", markup)
    assert "eval(" not in "".join(path.read_text() for path in (STATIC / "widgets").glob("*.js"))


def test_no_inlined_file_ends_the_element_that_carries_it() -> None:
    html = built().html
    assert html.count("</style") == html.count("<style") == 1
    assert html.count("</script") == 6  # five files and the names of the tools


def test_the_document_knows_what_the_tools_are_called_today() -> None:
    found = re.search(r'<script id="tool-names" type="application/json">(.*?)</script>', built().html)
    assert found is not None
    assert json.loads(found[1]) == dict(TOOLS)


def test_where_a_release_cannot_save_the_button_is_away() -> None:
    assert '<body class="sl">' in built().html
    assert '<body class="sl" data-no-saving>' in build_shell(RENDER_JOBS, BOARD, TOOLS[:2]).html


def test_an_inlined_file_carries_no_comments() -> None:
    scripts = built().html.partition("</style>")[2].replace((STATIC / "vendor" / "htmx-4.0.1.min.js").read_text(), "")
    assert "/*" not in scripts
    assert "postMessage" in scripts


@pytest.mark.promise("WIDGET-13")
def test_the_address_is_the_hash_of_the_bytes() -> None:
    digest = hashlib.sha256(built().html.encode()).hexdigest()
    assert built().uri == f"ui://shortlist/render_jobs@{digest[:12]}.html"
    renamed = build_shell(RENDER_JOBS, BOARD, (("get_job_details", "read_postings"),))
    recoloured = build_shell(RENDER_JOBS, replace(BOARD, accent_light="#117733"), TOOLS)
    assert len({built().uri, renamed.uri, recoloured.uri}) == 3


@pytest.mark.promise("WIDGET-13")
def test_any_older_address_is_answered_with_the_current_document() -> None:
    current = shell("render_jobs", snapshot())
    assert find_shell(current.uri, snapshot()) == current
    assert find_shell("ui://shortlist/render_jobs@0123456789ab.html", snapshot()) == current


@pytest.mark.parametrize(
    "uri",
    [
        "ui://shortlist/nothing@0123456789ab.html",
        "ui://shortlist/render_jobs@0123.html",
        "ui://shortlist/render_jobs@0123456789ab.html\n",
        "ui://shortlist/../render_jobs@0123456789ab.html",
        "https://shortlist/render_jobs@0123456789ab.html",
        "",
    ],
)
def test_other_addresses_are_nobodys(uri: str) -> None:
    assert find_shell(uri, snapshot()) is None


@pytest.mark.django_db
def test_the_boards_row_decides_without_a_snapshot_in_hand() -> None:
    assert "Morning Star Coffee" in render_view("render_jobs", jobs(1))


@pytest.mark.promise("WIDGET-15")
def test_facts_stand_in_the_boards_order_in_both_renderings() -> None:
    board = replace(BOARD, field_order=("pay", "company"))
    facts = re.search(r"<p class=.sl-facts.>(.*?)</p>", render_view("render_jobs", jobs(1), board=board), re.DOTALL)
    assert facts is not None
    assert re.findall(r">([^<>]+)</span>", facts[1]) == ["$21–24 an hour", "Morning Star Coffee"]
    markup = build_shell(RENDER_JOBS, board, TOOLS).html
    assert markup.index("{{job.pay.text}}") < markup.index("<span>{{job.company}}</span>")
    assert "{{job.location}}" not in markup


@pytest.mark.promise("WIDGET-15")
def test_badges_are_those_of_the_board_in_both_renderings() -> None:
    board = replace(BOARD, badges=("workplace",))
    badge = '<span class="sl-badge">'
    assert re.findall(f"{badge}([^<]+)", render_view("render_jobs", jobs(1), board=board)) == ["On site"]
    assert re.findall(f"{badge}([^<]+)", build_shell(RENDER_JOBS, board, TOOLS).html) == ["{{job.workplace}}"]
    assert badge not in build_shell(RENDER_JOBS, BOARD, TOOLS).html


@pytest.mark.promise("WIDGET-15")
def test_the_boards_colour_and_name_are_there() -> None:
    assert "--board-accent-light: #0b5cad" in built().html
    assert '<p class="sl-board">Lone Star Jobs</p>' in render_view("render_jobs", jobs(1), board=BOARD)


def test_an_error_takes_the_views_place() -> None:
    shown = render_view("render_jobs", ERROR, board=BOARD)
    assert 'role="alert"' in shown
    assert "There was no answer within 10 seconds." in shown
    assert "Try again once." in shown


def test_half_a_character_does_not_break_a_page() -> None:
    structured = {"output": {"title": "\ud83d", "board": "B"}}
    assert render_view("render_jobs", structured, board=BOARD).encode()


def test_a_render_tools_meta_names_the_widget_in_every_dialect() -> None:
    uri = built().uri
    assert tool_meta(uri, invoking="Laying out the jobs", invoked="Jobs shown") == {
        "ui": {"resourceUri": uri},
        "ui/resourceUri": uri,
        "openai/outputTemplate": uri,
        "openai/widgetAccessible": True,
        "openai/toolInvocation/invoking": "Laying out the jobs",
        "openai/toolInvocation/invoked": "Jobs shown",
    }


def test_a_data_tools_meta_names_no_widget() -> None:
    assert callable_meta() == {"openai/widgetAccessible": True}


@pytest.mark.promise("WIDGET-8")
def test_the_resource_declares_no_domain_at_all() -> None:
    meta = resource_meta(built())
    assert meta["ui"]["prefersBorder"] is False
    assert meta["ui"]["csp"] == {"connectDomains": [], "resourceDomains": [], "frameDomains": [], "baseUriDomains": []}
    assert meta["openai/widgetDescription"]


@pytest.mark.promise("WIDGET-14")
@pytest.mark.parametrize("widget", WIDGETS.values(), ids=WIDGETS)
def test_budgets_hold_for_what_is_served(widget: Widget) -> None:
    html = build_shell(widget, BOARD, TOOLS).html
    [style] = re.findall(r"<style>(.*?)</style>", html, re.DOTALL)
    scripts = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    htmx = max(scripts, key=size)
    assert size(html) <= 72 * KB
    assert len(gzip.compress(html.encode())) <= 24 * KB
    assert size(style) <= 8 * KB
    assert sum(map(size, scripts)) - size(htmx) <= 16 * KB


@pytest.mark.promise("WIDGET-14")
@pytest.mark.parametrize("view", {view: None for widget in WIDGETS.values() for view in widget.templates})
def test_a_view_is_at_most_four_kilobytes_with_all_its_parts(view: str) -> None:
    assert size(view_markup(view, BOARD)) <= 4 * KB


@pytest.mark.promise("WIDGET-14")
@pytest.mark.parametrize(
    ("widget", "state"),
    [("render_jobs", "many"), ("render_featured_job", "one"), ("render_comparison", "four")],
)
def test_a_render_result_stays_below_eight_kilobytes(widget: str, state: str) -> None:
    found = find_state(widget, state)
    assert found
    result = found.result(widget, None)
    assert result
    assert size(result.text) <= 8 * KB


def size(text: str) -> int:
    return len(text.encode())


def test_htmx_is_the_file_that_was_reviewed() -> None:
    wanted = (STATIC / "vendor" / "htmx-4.0.1.min.js.sha256").read_text().split()[0]
    assert hashlib.sha256((STATIC / "vendor" / "htmx-4.0.1.min.js").read_bytes()).hexdigest() == wanted


@pytest.mark.promise("WIDGET-12")
@pytest.mark.parametrize("widget", WIDGETS.values(), ids=WIDGETS)
def test_each_views_handler_is_of_the_right_kind(widget: Widget) -> None:
    first, *called = [find_handler(view) for view in widget.views]
    assert first is not None
    assert first.kind == "render"
    assert all(handler is not None and handler.kind == "data" for handler in called)
