"""A draft beside what is live, and its words beside those that ship with the code: what “reset” goes back to."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db import transaction

from catalog.errors import ShortlistError
from catalog.models import Tool
from catalog.tools.content import CatalogueContent, ToolText
from catalog.tools.diff import Change, Piece, Place, texts_of
from catalog.tools.draft_change import DraftChange, merged
from catalog.tools.drafts import tool_text
from catalog.tools.edit import StaleDraftError
from catalog.tools.labels import live_release
from catalog.tools.shipped import shipped_content
from catalog.tools.versions import draft_version

WORDS = {
    "tool": ("title", "description", "invoking_text", "invoked_text"),
    "parameter": ("description",),
    "outcome": ("instruction", "reason"),
}
SETTINGS = {
    "tool": (
        "order",
        "enabled",
        "widget",
        "aliases",
        *(f"{kind}_hint" for kind in ("read_only", "destructive", "idempotent", "open_world")),
    ),
    "parameter": ("exposed", "default", "fixed", "allowed", "minimum", "maximum"),
    "outcome": (),
}
ROWS = {
    "parameter": "catalog.change_toolparameter",
    "outcome": "catalog.change_tooldirection",
}  # the permission for a row's texts, beside that for the tool itself


class StaleResetError(StaleDraftError):
    """Somebody saved meanwhile: nobody has seen what the reset would take away."""

    told = "Not reset: somebody has saved this draft since you read it."
    advice = "Read it again, then choose."


class Source(StrEnum):
    """Where earlier words come from. Settings go back to live only: a preset is there to have its own."""

    LIVE = "live"
    SHIPPED = "shipped"

    def has(self, place: Place) -> bool:
        """Whether what stands there can go back to this source."""
        settings = SETTINGS[place.part] if self is Source.LIVE else ()
        return place.attribute in (*WORDS[place.part], *settings)


@dataclass(frozen=True)
class EarlierText:
    """One text or setting of the draft, and what it was at a source: as people read it, and as its field holds it."""

    place: Place
    source: Source
    now: str
    then: str
    value: Any

    @property
    def key(self) -> str:
        """The place as a form can carry it."""
        return json.dumps(self.place)

    def pieces(self) -> list[Piece]:
        """From the draft's words to the earlier ones: what a reset would do."""
        return Change("", "", self.now, self.then).pieces()


def earlier_texts(tool: Tool) -> Iterator[EarlierText]:
    """Everything that a source has too, in the order of the draft; also what says the same."""
    sources = [(source, text, texts_of(text)) for source, text in _sources(tool)]
    for place, words in texts_of(tool_text(tool)).items():
        for source, text, texts in sources:
            if source.has(place) and place in texts:
                yield EarlierText(place, source, words, texts[place], _value(text, place))


def earlier_instructions() -> Iterator[tuple[Source, str]]:
    """The server's instructions at each source."""
    live = live_release()
    if live:
        yield Source.LIVE, CatalogueContent.model_validate(live.content).instructions
    yield Source.SHIPPED, shipped_content().instructions


@transaction.atomic
def reset_text(*, tool: Tool, place: Place, source: Source, version: str | None = None) -> None:
    """Writes one text of the saved draft back; raises `no_such_text` where the source doesn't have it.

    Raises `stale_draft` (a StaleResetError) where a version is given and somebody has saved the draft since."""
    draft = Tool.objects.select_for_update().get(pk=tool.pk)
    found = next((item for item in earlier_texts(draft) if (item.place, item.source) == (place, source)), None)
    stands = draft_version(draft)
    if version is not None and version != stands:
        saved = tool_text(draft)
        yours = _reset(saved, found) if found else saved
        raise StaleResetError(stands, CatalogueContent(tools=[saved]), CatalogueContent(tools=[yours]))
    if found is None:
        raise ShortlistError("no_such_text", f"The {source} texts have no “{place.label}”.", "Word it yourself.")
    row: object = draft
    if place.part == "parameter":
        row = draft.parameters.get(name=place.name)
    elif place.part == "outcome":
        row = draft.directions.get(outcome=place.name)
    setattr(row, place.attribute, found.value)
    row.save()  # type: ignore[attr-defined]
    draft.save(update_fields=["changed_at"] if row is not draft else None)


def _reset(text: ToolText, earlier: EarlierText) -> ToolText:
    """What the draft would say after the reset."""
    part, name, attribute = earlier.place
    said: dict[str, Any] = {attribute: earlier.value}
    if part == "parameter":
        said = {"parameters": [{"name": name, **said}]}
    elif part == "outcome":
        said = {"directions": [{"outcome": name, **said}]}
    return merged(text, DraftChange.model_validate(said))


def _value(text: ToolText, place: Place) -> Any:
    if place.part == "parameter":
        return getattr(next(row for row in text.parameters if row.name == place.name), place.attribute)
    if place.part == "outcome":
        return getattr(next(row for row in text.directions if row.outcome == place.name), place.attribute)
    return getattr(text, place.attribute)


def _sources(tool: Tool) -> Iterator[tuple[Source, ToolText]]:
    live = live_release()
    found = {
        Source.LIVE: _of_tool(CatalogueContent.model_validate(live.content), tool) if live else None,
        Source.SHIPPED: _of_tool(shipped_content(), tool) or _of_handler(shipped_content(), tool),
    }
    return ((source, text) for source, text in found.items() if text)


def _of_tool(content: CatalogueContent, tool: Tool) -> ToolText | None:
    """By its name or one that it had."""
    names = {tool.name, *tool.aliases}
    return next((text for text in content.tools if text.name in names and text.handler == tool.handler), None)


def _of_handler(content: CatalogueContent, tool: Tool) -> ToolText | None:
    return next((text for text in content.tools if text.handler == tool.handler), None)
