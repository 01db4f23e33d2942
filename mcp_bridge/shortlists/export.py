"""A conversation as JSON, for a report or a bug: what the timeline shows, without handle, widget names and listings' texts."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field

from mcp_bridge.shortlists.memory import Memory
from mcp_bridge.shortlists.timeline import Step, Timeline


class ExportedCall(BaseModel):
    """`after_seconds` since the call before it; `told` are the user's deeds that the model heard of in it."""

    at: datetime
    after_seconds: float | None
    by: str
    tool: str
    arguments: dict[str, Any]
    outcome: str
    is_error: bool
    jobs: list[str]
    direction: str
    told: list[str]
    milliseconds: float
    client: str
    era: str
    release_served: int
    release_read: int | None


class ExportedMemory(BaseModel):
    """Ids of jobs. `queries` are there only where LOG_FREE_TEXT keeps words."""

    searches: int
    queries: list[str] | None = None
    widgets: list[list[str]] = Field(description="The ids that each widget showed.")
    opened: list[str]
    saved: list[str]
    applied: list[str]
    chosen: str


class ExportedConversation(BaseModel):
    """`memory` and the three dates are empty where the shortlist was swept; `calls` are the newest of `total_calls`."""

    shortlist: int
    principal: str
    created_at: datetime | None
    used_at: datetime | None
    expires_at: datetime | None
    memory: ExportedMemory | None
    total_calls: int
    calls: Sequence[ExportedCall]


def exported(timeline: Timeline, *, free_text: bool) -> ExportedConversation:
    row = timeline.shortlist
    return ExportedConversation(
        shortlist=timeline.number,
        principal=row.principal if row else "",
        created_at=row.created_at if row else None,
        used_at=row.used_at if row else None,
        expires_at=row.expires_at if row else None,
        memory=_memory(timeline.memory, free_text=free_text) if row else None,
        total_calls=timeline.total,
        calls=[_call(step) for step in timeline.steps],
    )


def _memory(memory: Memory, *, free_text: bool) -> ExportedMemory:
    return ExportedMemory(
        searches=len(memory.searches),
        queries=[search.query for search in memory.searches] if free_text else None,
        widgets=[[item.id for item in view.items] for view in memory.views],
        opened=memory.opened,
        saved=memory.saved,
        applied=memory.applied,
        chosen=memory.chosen,
    )


def _call(step: Step) -> ExportedCall:
    call = step.call
    return ExportedCall(
        at=call.at,
        after_seconds=None if step.after is None else step.after.total_seconds(),
        by=call.actor,
        tool=call.tool,
        arguments=call.arguments,
        outcome=call.outcome,
        is_error=call.is_error,
        jobs=call.ids,
        direction=call.instruction,
        told=call.user_actions,
        milliseconds=round(call.milliseconds, 1),
        client=call.client,
        era=call.era,
        release_served=call.release_served,
        release_read=call.release_read,
    )
