"""The rows of a tool's draft: its handler's parameters and outcomes."""

from django.contrib import admin
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from catalog.admin.fixed_rows import FixedRows
from catalog.admin.json_field import EXAMPLES
from catalog.admin.tool_forms import DirectionForm, DirectionFormSet, ParameterForm, ParameterFormSet
from catalog.models import Tool, ToolDirection, ToolParameter
from catalog.tools.handler import find_handler


class ParameterInline(FixedRows[ToolParameter, Tool]):
    model = ToolParameter
    row_heading = "Parameter"
    row_help = (
        "The model doesn’t see what is not exposed, or is fixed. In grey: the code’s own, which can only be narrowed. "
        f"{EXAMPLES}"
    )
    form = ParameterForm
    formset = ParameterFormSet
    fields = ["exposed", "description", "default", "fixed", "allowed", "minimum", "maximum"]


class DirectionInline(FixedRows[ToolDirection, Tool]):
    model = ToolDirection
    row_heading = "Outcome"
    row_help = "What the model is told to do next, and why. The code fills in the {words in braces} named beside each."
    form = DirectionForm
    formset = DirectionFormSet
    verbose_name_plural = "what to do next, by outcome"
    fields = ["when", "instruction", "reason"]
    readonly_fields = ["when"]

    @admin.display(description="when")
    def when(self, direction: ToolDirection) -> SafeString | str:
        """The outcome's meaning, and the placeholders that its words may use."""
        handler = find_handler(direction.tool.handler)
        known = {outcome.code: outcome for outcome in handler.outcomes} if handler else {}
        outcome = known.get(direction.outcome)
        if outcome is None:
            return "The handler knows no such outcome."
        names = sorted(f"{{{name}}}" for name in outcome.placeholders)
        return format_html("{} {}", outcome.meaning, format_html_join(" ", "<code>{}</code>", ((n,) for n in names)))
