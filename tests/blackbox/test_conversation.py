"""A conversation, black box: a running product in two processes, the official client, both eras.

The host of these tests drops whatever a widget puts into the model's context, so that only the server's memory is left.
"""

from dataclasses import dataclass
from typing import Any

import pytest
from mcp import Client

from tests.blackbox.product import Product
from tests.blackbox.test_main_job import ERAS, answer, client
from tests.postings import whole_text

pytestmark = pytest.mark.blackbox


@dataclass(frozen=True)
class Chat:
    """Baristas in Austin, searched for and shown: what the model holds, and what the widget holds."""

    connected: Client
    jobs: list[dict[str, Any]]
    shortlist: str
    view: str

    async def model(self, name: str, **arguments: Any) -> dict[str, Any]:
        """A call of the model's, with the handle that every result names."""
        output: dict[str, Any] = (await answer(self.connected, name, shortlist=self.shortlist, **arguments))["output"]
        return output

    async def widget(self, name: str, **arguments: Any) -> dict[str, Any]:
        """A call of the widget's on a click of the user's."""
        return await self.model(name, view=self.view, **arguments)

    async def refusal(self, name: str, **arguments: Any) -> dict[str, Any]:
        """The error that a call ends in."""
        result = await self.connected.call_tool(name, arguments)
        assert result.is_error
        assert result.structured_content is not None
        error: dict[str, Any] = result.structured_content["error"]
        return error

    def change(self, action: str, number: int = 0) -> dict[str, Any]:
        return {"changes": [{"id": self.jobs[number]["id"], "action": action}]}


async def austin(connected: Client) -> Chat:
    found = (await answer(connected, "search_jobs", query="barista", locations=["Austin, TX"]))["output"]
    picked = [{"id": job["id"], "reason": "Close to you."} for job in found["jobs"][:3]]
    shown = (await answer(connected, "render_jobs", items=picked, shortlist=found["shortlist"]))["output"]
    assert shown["shortlist"] == found["shortlist"]
    return Chat(connected, shown["jobs"], shown["shortlist"], shown["view"])


@ERAS
@pytest.mark.promise("WACT-8", "TALK-5", "R2", "R9")
async def test_get_shortlist_alone_returns_the_job_that_the_user_opened(running: Product, mode: str) -> None:
    async with client(running, mode) as connected:
        chat = await austin(connected)
        [opened] = (await chat.widget("get_job_details", ids=[chat.jobs[1]["id"]]))["jobs"]

        read = await chat.model("get_shortlist")  # "write a cover letter for this one"

    assert read["outcome"] == "job_open"
    assert read["open_job"]["id"] == chat.jobs[1]["id"]
    assert whole_text(read["open_job"]) == whole_text(opened)
    assert len(whole_text(read["open_job"])) >= 600


@ERAS
@pytest.mark.promise("WACT-8", "TALK-3", "TALK-6", "R7")
async def test_the_next_result_tells_once_what_the_user_did_and_marks_what_is_saved(
    running: Product, mode: str
) -> None:
    async with client(running, mode) as connected:
        chat = await austin(connected)
        await chat.widget("update_shortlist", **chat.change("save"))
        await chat.widget("update_shortlist", **chat.change("choose"))

        told = await chat.model("search_jobs", query="barista", locations=["Austin, TX"])
        again = await chat.model("search_jobs", query="café manager")

    job = f"“{chat.jobs[0]['title']}” (job {chat.jobs[0]['id']})"
    assert told["user_actions"] == [f"The user saved {job}.", f"The user chose to continue with {job}."]
    assert [found["id"] for found in told["jobs"] if found.get("saved")] == [chat.jobs[0]["id"]]
    assert "user_actions" not in again


@ERAS
@pytest.mark.promise("WACT-8", "TALK-4")
async def test_only_a_widget_that_was_shown_here_speaks_for_the_user(running: Product, mode: str) -> None:
    async with client(running, mode) as connected, client(running, mode) as elsewhere:
        chat, other = await austin(connected), await austin(elsewhere)
        await chat.model("update_shortlist", **chat.change("save"))
        assert "user_actions" not in await chat.model("search_jobs", query="nurse")
        [saved] = (await chat.model("get_shortlist"))["actions"]
        assert saved.startswith("The assistant saved ")

        made_up = await chat.refusal("update_shortlist", shortlist=chat.shortlist, view="a" * 26, **chat.change("save"))
        made_up_deed = await chat.refusal("update_shortlist", shortlist=chat.shortlist, **chat.change("choose"))
        assert (made_up["code"], made_up_deed["code"]) == ("view_unknown", "bad_arguments")
        foreign = await chat.refusal(
            "update_shortlist", shortlist=chat.shortlist, view=other.view, **chat.change("save")
        )
        assert foreign == made_up


@ERAS
@pytest.mark.promise("WACT-8", "TALK-7", "TALK-8")
async def test_a_user_may_look_ten_times_but_a_model_that_repeats_itself_is_stopped(
    running: Product, mode: str
) -> None:
    async with client(running, mode) as connected:
        chat = await austin(connected)
        for _ in range(10):
            await chat.widget("get_job_details", ids=[chat.jobs[0]["id"]])

        asked = {"query": "registered nurse", "limit": 3, "shortlist": chat.shortlist}
        found = [(await answer(connected, "search_jobs", **asked))["output"] for _ in range(2)]
        stopped = await chat.refusal("search_jobs", **asked)

    assert stopped["code"] == "repeated"
    assert all(job["id"] in stopped["message"] for job in found[0]["jobs"])


@pytest.mark.promise("WACT-5", "TALK-11")
async def test_a_2025_client_needs_no_handle(running: Product) -> None:
    async with client(running, "legacy") as connected:
        chat = await austin(connected)
        await chat.widget("get_job_details", ids=[chat.jobs[0]["id"]])
        read = (await answer(connected, "get_shortlist"))["output"]
    assert (read["shortlist"], read["open_job"]["id"]) == (chat.shortlist, chat.jobs[0]["id"])
