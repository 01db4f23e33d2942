"""What the user did, told in the third person: named events, never words put into the user's mouth."""

from collections.abc import Iterable

from mcp_bridge.shortlists.memory import Action, Event

MOST_TOLD = 12

_VERBS: dict[Event, str] = {
    "opened": "opened the details of",
    "saved": "saved",
    "unsaved": "removed from the saved jobs",
    "applied": "opened the application page of",
    "chosen": "chose to continue with",
}


def told(actions: Iterable[Action], *, most: int = MOST_TOLD) -> list[str]:
    """One sentence an action, oldest first; of very many, the newest."""
    return [sentence(action) for action in actions][-most:]


def sentence(action: Action) -> str:
    """`The user opened the details of “Lead Barista” (job 4810293344).`"""
    who = "The user" if action.by == "user" else "The assistant"
    job = f"“{action.title}” (job {action.id})" if action.title else f"job {action.id}"
    return f"{who} {_VERBS[action.event]} {job}."
