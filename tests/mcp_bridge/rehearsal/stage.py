"""The spine as a driver meets it: tools as listed, answers as a client reads them."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import async_to_sync
from mcp import Client
from mcp.server.lowlevel import Server
from mcp_types import Tool

from catalog.models import ToolDirection
from catalog.tools.publish import publish_drafts
from mcp_bridge.call import Caller, ToolCall, call_tool
from mcp_bridge.listing import listed_tools
from mcp_bridge.rehearsal.driver import Driver, PlannedCall, Step
from mcp_bridge.rehearsal.moves import Answer
from mcp_bridge.rehearsal.naive import in_process, naive_tools
from mcp_bridge.rehearsal.playing import Played, play
from mcp_bridge.rehearsal.toolbox import Toolbox, toolbox
from mcp_bridge.rehearsal.wishes import Conversation
from mcp_bridge.snapshot import snapshots


def worded(outcome: str, instruction: str, *, tool: str = "search_jobs") -> None:
    """Publishes another instruction for one outcome."""
    ToolDirection.objects.filter(tool__name=tool, outcome=outcome).update(instruction=instruction)
    publish_drafts(author=None)
    snapshots.forget()


def tools() -> Toolbox:
    return toolbox(Tool.model_validate(item) for item in listed_tools(snapshots.current()))


def answered(step: Step, *, shows_widgets: bool = True) -> Answer:
    assert isinstance(step, PlannedCall), step
    result = call_tool(ToolCall(step.tool.name, step.arguments, Caller("modern", shows_widgets=shows_widgets)))
    return Answer(step.tool.name, result.structured, result.text)


def steps(driver: Driver, *, shows_widgets: bool = True) -> list[Step]:
    """A whole turn."""
    taken: list[Step] = [driver.first()]
    while isinstance(step := taken[-1], PlannedCall):
        is_on_screen = step.tool.carries_widget and shows_widgets
        taken.append(driver.next(answered(step, shows_widgets=shows_widgets), is_on_screen=is_on_screen))
    return taken


def called(taken: list[Step]) -> list[str]:
    return [step.tool.name for step in taken if isinstance(step, PlannedCall)]


def played(conversation: Conversation) -> Played:
    return _played(lambda: in_process(listed_tools(snapshots.current())), conversation)


def played_naively(conversation: Conversation) -> Played:
    return _played(lambda: in_process(naive_tools(snapshots.current())), conversation)


def _played(server: Callable[[], Server[Any]], conversation: Conversation) -> Played:
    made = server()

    async def run() -> Played:
        async with Client(made) as client:
            return await play(client, conversation)

    return async_to_sync(run)()
