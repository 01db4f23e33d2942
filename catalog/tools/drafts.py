"""Drafts to content and back: what the admin edits, as one frozen value."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Model

from catalog.errors import ShortlistError
from catalog.models import ServerText, Tool, ToolDirection, ToolParameter
from catalog.tools.content import CatalogueContent, Direction, Frozen, ParameterText, ToolText
from catalog.tools.handler import DataTool, RenderTool

_PARAMETER = ("name", "exposed", "description", "default", "fixed", "allowed", "minimum", "maximum")
_DIRECTION = ("outcome", "instruction", "reason")
_TOOL = tuple(name for name in ToolText.model_fields if name not in {"parameters", "directions"})


def draft_content() -> CatalogueContent:
    """All drafts, the disabled ones included; three queries."""
    tools = Tool.objects.prefetch_related("parameters", "directions")
    return CatalogueContent(instructions=ServerText.current().instructions, tools=[tool_text(tool) for tool in tools])


def tool_text(tool: Tool) -> ToolText:
    """One draft as a value."""
    return text_of(tool, tool.parameters.all(), tool.directions.all())


def text_of(tool: Tool, parameters: Iterable[ToolParameter], directions: Iterable[ToolDirection]) -> ToolText:
    """A draft's value from rows that need not be saved: those of a form, for example."""
    return ToolText(
        **{name: getattr(tool, name) for name in _TOOL},
        parameters=[ParameterText(**{name: getattr(row, name) for name in _PARAMETER}) for row in parameters],
        directions=[Direction(**{name: getattr(row, name) for name in _DIRECTION}) for row in directions],
    )


def locked_drafts() -> CatalogueContent:
    """As `draft_content`; saves wait until the transaction ends, so that no draft is read half before and half after one."""
    list(ServerText.objects.select_for_update())
    list(Tool.objects.select_for_update().order_by("pk"))
    return draft_content()


def refuse_unread(drafts: CatalogueContent, reviewed: str) -> None:
    """Raises `drafts_changed` where a hash is given and the drafts are no longer those that somebody has read."""
    if reviewed and reviewed != drafts.sha256():
        raise ShortlistError(
            "drafts_changed", "The drafts have changed since they were reviewed.", "Review them again."
        )


@transaction.atomic
def save_drafts(*, content: CatalogueContent) -> None:
    """Writes drafts for every tool of `content`. One of the same name stays the row it is: somebody may have it open."""
    ServerText(instructions=content.instructions).save()
    for text in content.tools:
        said = {name: getattr(text, name) for name in _TOOL}
        tool, _ = Tool.objects.update_or_create(name=text.name, defaults=said)
        tool.parameters.exclude(name__in=[row.name for row in text.parameters]).delete()
        add_parameters(tool=tool, texts=text.parameters)
        _replace_directions(tool, text.directions)


@transaction.atomic
def update_draft(*, tool: Tool, text: ToolText) -> None:
    """Makes a draft say what `text` says; rows that it lacks are not made."""
    parameters = {row.name: row for row in text.parameters}
    directions = {row.outcome: row for row in text.directions}
    _update(tool, text, _TOOL)
    tool.save()  # also where only a row differs: it tells when the draft was changed
    for parameter in tool.parameters.filter(name__in=parameters):
        if _update(parameter, parameters[parameter.name], _PARAMETER):
            parameter.save()
    for direction in tool.directions.filter(outcome__in=directions):
        if _update(direction, directions[direction.outcome], _DIRECTION):
            direction.save()


def add_parameters(*, tool: Tool, texts: Iterable[ParameterText]) -> None:
    """Makes rows of a draft, in the given order; those that there are already say what is given, and keep their keys."""
    ToolParameter.objects.bulk_create(
        (ToolParameter(tool=tool, order=10 * place, **text.model_dump()) for place, text in enumerate(texts, start=1)),
        update_conflicts=True,
        unique_fields=["tool", "name"],
        update_fields=["order", *_PARAMETER[1:]],
    )


@transaction.atomic
def complete_draft(*, tool: Tool, handler: DataTool | RenderTool) -> None:
    """Adds the rows that a draft lacks: the handler's newer parameters (hidden) and its outcomes (unworded)."""
    named = set(tool.parameters.values_list("name", flat=True))
    missing = [name for name in handler.parameters.model_fields if name not in named]
    ToolParameter.objects.bulk_create(
        ToolParameter(tool=tool, name=name, exposed=False, order=1000 + place) for place, name in enumerate(missing)
    )
    worded = set(tool.directions.values_list("outcome", flat=True))
    ToolDirection.objects.bulk_create(
        ToolDirection(tool=tool, outcome=outcome.code, instruction="")
        for outcome in handler.outcomes
        if outcome.code not in worded
    )


def _replace_directions(tool: Tool, texts: Sequence[Direction]) -> None:
    """Rows are read in the order in which they were made: where that is another one now, they are made anew."""
    outcomes = [text.outcome for text in texts]
    kept = [outcome for outcome in tool.directions.values_list("outcome", flat=True) if outcome in outcomes]
    if kept != outcomes[: len(kept)] or not kept:
        tool.directions.all().delete()
    tool.directions.exclude(outcome__in=outcomes).update(instruction="", reason="")
    ToolDirection.objects.bulk_create(
        (ToolDirection(tool=tool, **text.model_dump()) for text in texts),
        update_conflicts=True,
        unique_fields=["tool", "outcome"],
        update_fields=["instruction", "reason"],
    )


def _update(row: Model, text: Frozen, names: Iterable[str]) -> bool:
    """Whether anything differed."""
    said = {name: getattr(text, name) for name in names}
    differs = any(getattr(row, name) != value for name, value in said.items())
    for name, value in said.items():
        setattr(row, name, value)
    return differs
