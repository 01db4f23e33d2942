"""A sample conversation to replay in the simulator: what a user says, and the call that a model would make of it."""

from dataclasses import dataclass, field
from typing import Any

from mcp_bridge.snapshot import Snapshot

IDS, SHORTLIST = "$ids", "$shortlist"  # the page puts in what earlier results gave


@dataclass(frozen=True)
class Step:
    """`says` is the user's sentence, empty where the model goes on by itself; `handler` the tool by its handler."""

    says: str
    handler: str
    arguments: dict[str, Any] = field(default_factory=dict)
    then: str = ""  # what to do in the widget before the next step


AUSTIN = (
    Step("Which barista jobs are there in Austin?", "search_jobs", {"query": "barista", "locations": ["Austin, TX"]}),
    Step(
        "",
        "render_jobs",
        {"items": IDS, "title": "Barista jobs in Austin", "shortlist": SHORTLIST},
        then="Open a job in the widget and save it, then play on.",
    ),
    Step("Write a cover letter for this one.", "get_shortlist", {"shortlist": SHORTLIST}),
)


def steps(live: Snapshot | None) -> list[dict[str, Any]]:
    """The conversation in the live release's tool names; a step whose tool the release lacks is left out."""
    names = live.tools_by_handler if live else {}
    return [
        {"says": step.says, "tool": names[step.handler], "arguments": step.arguments, "then": step.then}
        for step in AUSTIN
        if step.handler in names
    ]
