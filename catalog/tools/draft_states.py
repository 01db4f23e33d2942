"""Where each draft stands: for the list, so that people see what they have changed before they review it."""

from collections.abc import Iterable
from enum import StrEnum

from catalog.tools.content import CatalogueContent, ToolText
from catalog.tools.diff import changes


class DraftState(StrEnum):
    """A draft against the live release."""

    AS_LIVE = "as live"
    DIFFERS = "differs from live"
    NEW = "new"
    OFF = "switched off"


def draft_states(drafts: Iterable[ToolText], live: CatalogueContent) -> dict[str, DraftState]:
    """By the draft's name. A renamed tool that kept its old name as an alias differs, and is not new."""
    known = {tool.name: tool for tool in live.tools}
    return {
        draft.name: _state(draft, [known[name] for name in (draft.name, *draft.aliases) if name in known])
        for draft in drafts
    }


def _state(draft: ToolText, served: list[ToolText]) -> DraftState:
    if not served:
        return DraftState.NEW if draft.enabled else DraftState.OFF
    differs = changes(CatalogueContent(tools=served[:1]), CatalogueContent(tools=[draft]))
    return DraftState.DIFFERS if differs else DraftState.AS_LIVE
