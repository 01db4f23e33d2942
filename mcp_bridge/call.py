"""The spine: the one way a tool is called, whoever calls it.

release → validate → shortlist → handler → outcome words → envelope → log. Nobody goes around it.
"""

import logging
import time
from functools import partial
from typing import Any

from django.db import InterfaceError, OperationalError, connections
from django.utils import timezone
from psycopg.errors import QueryCanceled

from catalog.errors import ShortlistError
from catalog.tools.compile import CompiledTool
from catalog.tools.handler import Call, Handled, Parameters, RenderTool
from mcp_bridge import errors
from mcp_bridge.results import ToolResult, envelope, error_result
from mcp_bridge.shortlists.conversation import Change, Conversation, open_conversation, remember
from mcp_bridge.shortlists.handles import view_of
from mcp_bridge.shortlists.in_flight import InFlight
from mcp_bridge.shortlists.memory import PastCall
from mcp_bridge.shortlists.repeats import call_key, check_repeat
from mcp_bridge.shortlists.telling import introduced
from mcp_bridge.snapshot import Snapshot, snapshots
from mcp_bridge.trace import Caller, ToolCall, Trace, record
from mcp_bridge.validation import parsed_arguments

ANSWER_WITHIN = 10.0  # seconds; the endpoint cuts a call off there
PATIENCE = 6.0  # seconds within which a lost connection is worth another try
PAUSES = (0.05, 0.2, 0.8, 1.5, 2.5)  # seconds before each further try: a restarted PostgreSQL is back in between
OUTAGE = 5.0  # seconds for which a database that stayed away through all tries is not waited for by others

__all__ = ["ANSWER_WITHIN", "Caller", "ToolCall", "call_tool"]

logger = logging.getLogger(__name__)
_in_flight: InFlight[ToolResult] = InFlight()


def call_tool(call: ToolCall) -> ToolResult:
    """Answers a call. Whatever goes wrong comes back as an error result, but for UnknownToolError, which is raised."""
    trace = Trace()
    try:
        result = _answered_patiently(call, trace)
    except errors.UnknownToolError as error:
        record(call, trace, error_result(error))
        raise
    except ShortlistError as error:
        result = error_result(error)
    except TimeoutError:  # the same call was in flight already, and took too long
        result = error_result(errors.took_too_long(ANSWER_WITHIN))
    except (OperationalError, InterfaceError) as error:
        result = error_result(_database_error(error))
    except Exception:  # the edge: nothing internal may reach a model, and no call may stay unanswered
        logger.exception("tool %s failed", call.name[:64])
        result = error_result(errors.internal())
    record(call, trace, result)
    return result


def _answered_patiently(call: ToolCall, trace: Trace) -> ToolResult:
    """Tries again where the connection was lost under a call that changes nothing."""
    for pause in _outage.pauses():
        try:
            return _answered(call, trace)
        except (OperationalError, InterfaceError) as error:
            _drop_connections()
            if not _is_worth_retrying(call, error):
                raise
            if trace.seconds > PATIENCE:
                break
        time.sleep(pause)
    try:
        return _answered(call, trace)
    except (OperationalError, InterfaceError):
        _outage.begins()
        raise


class _Outage:
    """While a database stays away, calls try twice and no more: who waits holds a thread that others queue for."""

    def __init__(self) -> None:
        self._until = 0.0

    def pauses(self) -> tuple[float, ...]:
        """The first stays: a thread may still hold a connection of before the outage."""
        return PAUSES[:1] if time.monotonic() < self._until else PAUSES

    def begins(self) -> None:
        self._until = time.monotonic() + OUTAGE


_outage = _Outage()


def _answered(call: ToolCall, trace: Trace) -> ToolResult:
    trace.snapshot = snapshot = call.snapshot or snapshots.current(call.label)
    trace.tool = tool = snapshot.tool(call.name)
    arguments = parsed_arguments(tool, call.arguments)
    trace.conversation = conversation = open_conversation(
        handle=getattr(arguments, "shortlist", ""),
        view=getattr(arguments, "view", ""),
        principal=call.caller.principal,
        hint=call.caller.hint,
    )
    key = call_key(tool.name, arguments.model_dump(), release=snapshot.release, data=snapshot.data)
    step = partial(_step, call, trace, arguments, key)
    if not _detects_repeats(call, conversation):
        return step()
    check_repeat(conversation.memory, key, now=timezone.now(), request=call.caller.request)
    return _in_flight.run(f"{conversation.handle}:{key}", step, patience=ANSWER_WITHIN)


def _step(call: ToolCall, trace: Trace, arguments: Parameters, key: str) -> ToolResult:
    """Handler, memory, words and envelope, for arguments that are right and a conversation that is known."""
    snapshot, tool, conversation = trace.known
    request = call.caller.request
    earlier = conversation.memory.first_try(key, request)
    context = Call(
        board=snapshot.board.name,
        shows_widgets=call.caller.shows_widgets,
        view=view_of(conversation.nonce, request, key) if isinstance(tool.handler, RenderTool) else "",
        by_user=conversation.actor == "user",
        settled=tool.settled,
        memory=conversation.memory,
    )
    handled = tool.handler.run(arguments, context)
    past = PastCall(
        key=key,
        at=timezone.now(),
        request=request,
        outcome=handled.output.outcome,
        ids=_ids(handled),
        told_before=earlier.told_before if earlier else conversation.memory.told,
    )
    if call.caller.leaves_trace:
        trace.conversation = remember(conversation, *handled.changes, *_remembered(conversation, past))
    _, _, after = trace.known
    output = introduced(
        handled.output, board=snapshot.board.name, told_before=past.told_before, before=conversation, after=after
    )
    return envelope(Handled(output, handled.values), tool.directions.get(output.outcome))


def _remembered(conversation: Conversation, past: PastCall) -> tuple[Change, ...]:
    """A model's call is kept for telling repeats, and has now been told what the user did; a widget's is neither."""
    if conversation.actor == "user":
        return ()
    told_up_to = conversation.memory.last_action
    return (lambda memory: memory.called(past), lambda memory: memory.was_told(told_up_to))


def _ids(handled: Handled[Any]) -> list[str]:
    return [job.id for job in getattr(handled.output, "jobs", ())]


def _detects_repeats(call: ToolCall, conversation: Conversation) -> bool:
    return conversation.id is not None and conversation.actor == "model" and call.caller.era != "http"


def _is_worth_retrying(call: ToolCall, error: Exception) -> bool:
    return not isinstance(error.__cause__, QueryCanceled) and _is_read_only(call)


def _is_read_only(call: ToolCall) -> bool:
    known: Snapshot | None = call.snapshot or snapshots.latest(call.label)
    tool: CompiledTool | None = known.find(call.name) if known else None
    return tool is None or tool.text.read_only_hint


def _database_error(error: Exception) -> ShortlistError:
    timed_out = isinstance(error.__cause__, QueryCanceled)
    return errors.took_too_long(ANSWER_WITHIN) if timed_out else errors.database_away()


def _drop_connections() -> None:
    """A broken connection is not used again; one inside a transaction belongs to whoever opened that."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()
