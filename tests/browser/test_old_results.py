"""A conversation that is opened again: the chat app kept the result of an older release, and shows it in today's shell."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenChat
from tests.browser.test_widget import READ, result

pytestmark = pytest.mark.browser

# As it was saved: without fields that came later, and with one that went.
SAVED = sorted((Path(__file__).parents[1] / "mcp_bridge" / "widgets" / "results").glob("*.json"))


@pytest.mark.promise("WIDGET-18")
@pytest.mark.parametrize("saved", SAVED, ids=[path.stem for path in SAVED])
def test_a_result_of_an_older_release_paints_in_the_current_shell(open_chat: OpenChat, saved: Path) -> None:
    widget = saved.stem.partition("-")[0]
    structured = json.loads(saved.read_text())
    chat = open_chat(widget=widget, results=[result(structured)], answers=READ)
    expect(chat.view.locator("[data-job]")).to_have_count(len(structured["output"]["jobs"]))
    for job in structured["output"]["jobs"]:
        expect(chat.view.get_by_role("heading", name=job["title"])).to_be_visible()
    shown = chat.view.locator("#view").inner_text()
    assert not [word for word in ("undefined", "null", "None", "{{", "NaN") if word in shown]
    chat.view.locator(".sl-toggle").first.click()
    expect(chat.view.locator(".sl-posting")).to_be_visible()
    assert chat.complaints == []
