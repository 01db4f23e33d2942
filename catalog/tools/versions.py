"""Which state of a draft somebody has before them, so that a page which was opened earlier is not saved over later words."""

import hashlib

from catalog.models import ServerText, Tool
from catalog.tools.drafts import tool_text


def draft_version(draft: Tool | ServerText) -> str:
    """A short text that is another one after every change of the draft or its rows; empty for a draft that isn't saved."""
    if draft._state.adding:
        return ""
    if isinstance(draft, ServerText):
        return _digest(draft.instructions)
    return _digest(f"{draft.changed_at.isoformat()} {tool_text(draft).model_dump_json()}")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
