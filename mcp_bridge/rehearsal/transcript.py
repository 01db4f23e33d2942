"""A rehearsal for people to read: who did what, what came of it, and the counts."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from mcp_bridge.rehearsal.playing import Played, Tally

LABELS = {
    "data_calls": "data calls",
    "renders": "renders",
    "widget_calls": "calls of the widget",
    "errors": "errors",
    "tokens": "tokens, about",
    "jobs_shown": "jobs shown",
    "answered": "questions answered",
}


def transcript(played: Played) -> Iterator[str]:
    """Line by line; what follows from a call is set in under it."""
    yield played.name
    yield "─" * len(played.name)
    for line in played.lines:
        yield f"{line.who:8}{line.text}"
    yield ""
    yield from (f"  {label:22}{_value(name, played.tally)}" for name, label in LABELS.items())
    if played.missing:
        yield f"  Not reached: {played.missing}"


def comparison(real: Sequence[Played], naive: Sequence[Played]) -> Iterator[str]:
    """The same counts side by side."""
    for ours, theirs in zip(real, naive, strict=True):
        yield f"{ours.name:24}{'as published':>14}{'search shows':>14}"
        for name, label in LABELS.items():
            yield f"  {label:22}{_value(name, ours.tally):>14}{_value(name, theirs.tally):>14}"
        yield ""


def as_json(played: Played) -> dict[str, Any]:
    """For programs: every line with the ids it names, and the counts."""
    return asdict(played) | {"reached": not played.missing}


def _value(name: str, tally: Tally) -> str:
    if name == "answered":
        return f"{tally.answered} of {tally.asked}"
    return f"{getattr(tally, name):,}"
