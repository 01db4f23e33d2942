"""One structured line a call: what was called, what came of it, which texts were served. No free text, ever."""

from collections.abc import Sequence
from dataclasses import dataclass

import structlog

log = structlog.get_logger("shortlist.call")


@dataclass(frozen=True)
class CallRecord:
    """`milliseconds` is the spine's own time; `client` is the name a client gave, cut to 64 characters."""

    tool: str
    outcome: str
    is_error: bool
    release: int
    era: str
    client: str
    milliseconds: float
    shortlist: int = 0  # the row's number, by which the admin shows the conversation
    ids: Sequence[str] = ()  # of the jobs in the result


def record_call(record: CallRecord) -> None:
    """Writes the line; its fields are an allow-list by construction."""
    log.info(
        "tool_call",
        tool=record.tool[:64],
        outcome=record.outcome,
        error=record.is_error,
        release=record.release,
        era=record.era,
        client=record.client[:64],
        ms=round(record.milliseconds, 1),
        shortlist=record.shortlist,
        ids=",".join(record.ids),
    )
