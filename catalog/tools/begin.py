"""A new draft starts with a row for everything its handler has, in the shipped words where there are any."""

from django.db import transaction

from catalog.models import Tool, ToolDirection
from catalog.tools.content import ParameterText, ToolText
from catalog.tools.drafts import add_parameters, complete_draft
from catalog.tools.handler import DataTool, RenderTool
from catalog.tools.shipped import shipped_content


@transaction.atomic
def begin_draft(*, tool: Tool, handler: DataTool | RenderTool) -> None:
    """Gives an empty draft its parameters and directions. So a second tool of a handler differs only where people make it."""
    start = _shipped_text(handler) or _plain_text(tool, handler)
    add_parameters(tool=tool, texts=[text for text in start.parameters if text.name in handler.parameters.model_fields])
    known = {outcome.code for outcome in handler.outcomes}
    ToolDirection.objects.bulk_create(
        ToolDirection(tool=tool, **direction.model_dump())
        for direction in start.directions
        if direction.outcome in known
    )
    complete_draft(tool=tool, handler=handler)


def _shipped_text(handler: DataTool | RenderTool) -> ToolText | None:
    return next((text for text in shipped_content().tools if text.handler == handler.name), None)


def _plain_text(tool: Tool, handler: DataTool | RenderTool) -> ToolText:
    fields = handler.parameters.model_fields.items()
    rows = [ParameterText(name=name, description=field.description or "") for name, field in fields]
    return ToolText(name=tool.name, handler=handler.name, title="", description="", parameters=rows)
