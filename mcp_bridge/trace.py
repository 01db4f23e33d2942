"""A call on its way, and the two records it leaves: a log line without free text, and a row for support."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from catalog.tools.compile import CompiledTool
from catalog.tools.labels import LIVE
from mcp_bridge.clients.marks import marks
from mcp_bridge.metrics import count_call
from mcp_bridge.models import LoggedCall
from mcp_bridge.results import ToolResult
from mcp_bridge.shortlists.allowed import allowed_arguments
from mcp_bridge.shortlists.conversation import Conversation
from mcp_bridge.shortlists.log import call_log
from mcp_bridge.snapshot import Snapshot
from mcp_bridge.telemetry import CallRecord, record_call

LIST_LIFETIME = timedelta(
    minutes=1
)  # the ttlMs of tools/list: a client that honours it has read an older release by then
LISTS_NOTHING = "http"  # the era of our own pages and of programs at the REST API


@dataclass(frozen=True)
class Caller:
    """Who calls, as far as the protocol tells: `era` is modern, legacy, stdio or http.

    `principal` and `hint` are pseudonyms of the caller and of the host's own conversation, where it tells them; `request` is
    the request's id, by which a host's retry is known; `release_read` the release whose list this client is known to have."""

    era: str
    protocol: str = ""
    client: str = ""
    shows_widgets: bool = False
    principal: str = ""
    hint: str = ""
    request: str = ""
    release_read: int | None = None
    leaves_trace: bool = True  # False: a page that shows a specimen; nothing is remembered, and no row is kept


@dataclass(frozen=True)
class ToolCall:
    """A call as it came in: nothing in it has been checked. A trial of drafts brings its own `snapshot`, of no label."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    caller: Caller = Caller(era="http")
    label: str = LIVE
    snapshot: Snapshot | None = None


@dataclass
class Trace:
    """What is known of a call so far; the spine fills it in, so that a call that fails half-way is recorded too."""

    snapshot: Snapshot | None = None
    tool: CompiledTool | None = None
    conversation: Conversation | None = None
    began: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    @property
    def known(self) -> tuple[Snapshot, CompiledTool, Conversation]:
        """All three, for the steps that come after they are found."""
        if self.snapshot is None or self.tool is None or self.conversation is None:
            raise ValueError("the spine finds all three before it takes a step")
        return self.snapshot, self.tool, self.conversation


def record(call: ToolCall, trace: Trace, result: ToolResult) -> None:
    """Writes the line and queues the row; neither waits for anything."""
    milliseconds, ids = trace.seconds * 1000, _ids(result)
    record_call(
        CallRecord(
            tool=call.name,
            outcome=result.outcome,
            is_error=result.is_error,
            release=trace.snapshot.release if trace.snapshot else 0,
            era=call.caller.era,
            client=call.caller.client,
            milliseconds=milliseconds,
            shortlist=(trace.conversation.id or 0) if trace.conversation else 0,
            ids=ids,
        )
    )
    count_call(
        tool=trace.tool.name if trace.tool else "",
        outcome=result.outcome,
        era=call.caller.era,
        client=call.caller.client,
        seconds=milliseconds / 1000,
    )
    if call.caller.leaves_trace:
        call_log.append(_row(call, trace, result, milliseconds, ids))


def _ids(result: ToolResult) -> list[str]:
    return [job.get("id", "") for job in result.structured.get("output", {}).get("jobs", [])]


def _row(call: ToolCall, trace: Trace, result: ToolResult, milliseconds: float, ids: list[str]) -> LoggedCall:
    output: Mapping[str, Any] = result.structured.get("output", {})
    conversation = trace.conversation
    return LoggedCall(
        shortlist_id=conversation.id if conversation else None,
        principal=call.caller.principal,
        actor=conversation.actor if conversation else "model",
        tool=call.name[:64],
        arguments=_arguments(call, trace.tool),
        outcome=result.outcome,
        is_error=result.is_error,
        ids=ids,
        instruction=result.structured["agent_directions"]["assistant_instruction"][:400],
        user_actions=_events(conversation, told=len(output.get("user_actions", []))),
        milliseconds=milliseconds,
        client=call.caller.client[:64],
        era=call.caller.era,
        release_served=trace.snapshot.release if trace.snapshot else 0,
        release_read=release_read(call.caller, trace.snapshot),
    )


def release_read(caller: Caller, snapshot: Snapshot | None) -> int | None:
    """Which release's texts this client's model had before it; None where nobody can know.

    Known from a 2025 client's session id; for one that keeps its list for good, where somebody said which; else where `live` is
    older than a list's lifetime.
    """
    if caller.release_read is not None:
        return caller.release_read
    habit = marks.habit_of(caller.client)
    if habit.freezes:
        return habit.release
    if (
        snapshot is None
        or not caller.client
        or caller.era == LISTS_NOTHING
        or timezone.now() - snapshot.since < LIST_LIFETIME
    ):
        return None
    return snapshot.release


def _arguments(call: ToolCall, tool: CompiledTool | None) -> dict[str, Any]:
    return allowed_arguments(call.arguments, tool.input_schema, free_text=settings.LOG_FREE_TEXT) if tool else {}


def _events(conversation: Conversation | None, *, told: int) -> list[str]:
    """The told actions without titles: `opened 4810293344`."""
    by_user = [action for action in conversation.memory.actions if action.by == "user"] if conversation else []
    return [f"{action.event} {action.id}" for action in by_user[len(by_user) - told :]]
