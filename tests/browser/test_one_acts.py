"""Two widgets of one conversation in a chat app: one of them acts, the other one rests."""

import json

import pytest
from playwright.sync_api import Frame, expect

from tests.browser.conftest import Chat, OpenChat
from tests.browser.test_widget import READ, result
from tests.mcp_bridge.widgets.samples import jobs

pytestmark = pytest.mark.browser

# A second frame beside the first, on the same origin, as chat apps give it to all widgets of a server.
SECOND = """(results) => {
    const frame = document.getElementById("frame"), other = frame.cloneNode();
    addEventListener("message", ({ source, data }) => {
        const tell = (message) => other.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
        if (source !== other.contentWindow) return;
        if (data.method === "ui/initialize") tell({ id: data.id, result: { hostCapabilities: setup.capabilities, hostContext: {} } });
        if (data.method !== "ui/notifications/initialized") return;
        for (const params of results) tell({ method: "ui/notifications/tool-result", params });
    });
    other.id = "other";
    document.body.append(other);
}"""


def beside(chat: Chat, *, shortlist: str = "") -> Frame:
    """Mounts a second view, of the same conversation unless a shortlist is named."""
    content = jobs(1)
    content["output"] |= {"view": "another-view"} | ({"shortlist": shortlist} if shortlist else {})
    chat.page.evaluate(SECOND, [result(content)])
    chat.page.locator("#other").wait_for()
    (other,) = (frame for frame in chat.page.frames if frame.parent_frame and frame != chat.view)
    other.locator("[data-job]").first.wait_for()
    return other


def mounted(open_chat: OpenChat) -> Chat:
    chat = open_chat(results=[result(jobs(2))], answers=READ, sameOrigin=True)
    expect(chat.view.locator("[data-job]").first).to_be_visible()
    return chat


@pytest.mark.promise("WIDGET-17")
def test_an_older_view_rests_and_can_be_taken_up_again(open_chat: OpenChat) -> None:
    chat = mounted(open_chat)
    resting = chat.view.get_by_role("button", name="Another view of this conversation is in use.")
    expect(resting).to_be_hidden()
    other = beside(chat)
    expect(resting).to_be_visible()
    expect(chat.view.locator("#view")).to_have_attribute("inert", "")
    expect(other.locator("#view")).not_to_have_attribute("inert", "")

    resting.click()
    expect(resting).to_be_hidden()
    expect(other.locator("#view")).to_have_attribute("inert", "")
    chat.view.locator(".sl-toggle").first.click()
    expect(chat.view.locator(".sl-posting")).to_be_visible()
    assert "job_opened" in json.dumps(chat.wait_for("ui/update-model-context"))
    assert chat.complaints == []


@pytest.mark.promise("WIDGET-17")
def test_another_conversations_view_changes_nothing(open_chat: OpenChat) -> None:
    chat = mounted(open_chat)
    beside(chat, shortlist="another-conversation")
    expect(chat.view.locator("#view")).not_to_have_attribute("inert", "")
