"""What the conversation adds to every result: its handle, what the user did, and which jobs are saved."""

from catalog.tools.handler import Output
from mcp_bridge.shortlists.conversation import Conversation
from mcp_bridge.shortlists.sentences import told


def introduced[O: Output](output: O, *, board: str, told_before: int, before: Conversation, after: Conversation) -> O:
    """The output with the fields that the spine fills. A widget's own call is not told what its user just did."""
    actions = told(before.memory.done_since(told_before)) if before.actor == "model" else []
    _mark_saved(output, frozenset(after.memory.saved))
    return output.model_copy(update={"board": board, "shortlist": after.handle, "user_actions": actions})


def _mark_saved(output: Output, saved: frozenset[str]) -> None:
    for job in [*getattr(output, "jobs", ()), getattr(output, "open_job", None)]:
        if job is not None and job.id in saved:
            job.saved = True
