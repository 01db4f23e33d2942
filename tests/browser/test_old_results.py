"""A conversation that is opened again: the chat app kept the results of an older release, and shows them in today's shell."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from mcp_bridge.widgets.registry import WIDGETS
from tests.browser.conftest import OpenChat
from tests.browser.test_widget import READ, result

pytestmark = pytest.mark.browser

# As they were saved: without fields that came later, and with some that went.
FOLDER = Path(__file__).parents[1] / "mcp_bridge" / "widgets" / "results"
SAVED = {path.stem.partition("-")[0]: path for path in FOLDER.glob("*.json")}
LEFT_BLANK = ("undefined", "null", "None", "{{", "NaN")


def saved(name: str) -> dict[str, Any]:
    structured: dict[str, Any] = json.loads(SAVED[name].read_text())
    return structured


@pytest.mark.promise("WIDGET-18")
@pytest.mark.parametrize("widget", WIDGETS)
@pytest.mark.parametrize("read", [READ, {"read_jobs": result(saved("get_job_details"))}], ids=["today's", "older"])
def test_results_of_an_older_release_paint_in_the_current_shell(
    open_chat: OpenChat, widget: str, read: dict[str, Any]
) -> None:
    structured = saved(widget)
    chat = open_chat(widget=widget, results=[result(structured)], answers=read)
    expect(chat.view.locator(".sl-job")).to_have_count(len(structured["output"]["jobs"]))
    for job in structured["output"]["jobs"]:
        expect(chat.view.get_by_role("heading", name=job["title"])).to_be_visible()
    chat.view.locator(".sl-toggle").first.click()
    expect(chat.view.get_by_text("two years behind an espresso machine")).to_be_visible()
    shown = chat.view.locator("#view").inner_text()
    assert not [word for word in LEFT_BLANK if word in shown]
    assert chat.complaints == []
