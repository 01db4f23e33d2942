"""The envelope: every result is a hand-over of what happened and what to do next, the same in both places a host may read."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import orjson

from catalog.errors import ShortlistError
from catalog.tools.content import Direction
from catalog.tools.handler import Handled

MAX_BYTES = 100_000
ALWAYS = frozenset({"outcome", "board", "shortlist", "jobs", "total"})  # kept when empty: models ask for them

NESTED = (dict, list)

ERROR_REASON = "The call did not succeed; the error says what can be done."


@dataclass(frozen=True)
class ToolResult:
    """`structured` is {output, agent_directions}, or {error, agent_directions} where `is_error`."""

    structured: dict[str, Any]
    outcome: str
    is_error: bool = False

    @cached_property
    def text(self) -> str:
        """The same as compact JSON, for hosts that forward only the text."""
        return orjson.dumps(self.structured).decode()


def envelope(handled: Handled[Any], direction: Direction | None) -> ToolResult:
    """Wraps a handler's answer; an outcome that the release doesn't word gets empty directions."""
    output = without_empty(handled.output.model_dump(mode="json"))
    result = ToolResult(
        {"output": output, "agent_directions": _worded(direction, handled.values)}, outcome=handled.output.outcome
    )
    if len(result.text.encode()) > MAX_BYTES:
        return error_result(
            ShortlistError("too_large", "The result is larger than 100 KB.", "Ask for fewer jobs or fewer sections.")
        )
    return result


def error_result(error: ShortlistError) -> ToolResult:
    """An error that the model can act on."""
    body: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.hint:
        body["hint"] = error.hint
    if error.fields:
        body["fields"] = [{"field": item.field, "problem": item.problem} for item in error.fields]
    directions = {"assistant_instruction": error.hint or "Tell the user in one sentence.", "reason": ERROR_REASON}
    return ToolResult({"error": body, "agent_directions": directions}, outcome=error.code, is_error=True)


def without_empty(value: Any) -> Any:
    """Leaves out None, empty texts, lists and objects, but for the few keys that are always there."""
    if isinstance(value, list):
        return [without_empty(item) for item in value]
    if not isinstance(value, dict):
        return value
    kept: dict[str, Any] = {}
    for key, item in value.items():
        within = without_empty(item) if isinstance(item, NESTED) else item
        if within or within == 0 or key in ALWAYS:  # 0 and False say something
            kept[key] = within
    return kept


def _worded(direction: Direction | None, values: Mapping[str, int | str]) -> dict[str, str]:
    if direction is None:
        return {"assistant_instruction": "", "reason": ""}
    return {
        "assistant_instruction": direction.instruction.format_map(values),
        "reason": direction.reason.format_map(values),
    }
