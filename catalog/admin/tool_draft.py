"""A tool's draft as the form says it now, saved or not."""

from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from catalog.admin.versioned_form import STALE
from catalog.errors import FieldProblem
from catalog.models import Tool, ToolDirection, ToolParameter
from catalog.tools.content import ToolText
from catalog.tools.drafts import text_of


@dataclass(frozen=True)
class PostedDraft:
    """What was typed. `problems` are those that the form would show; the text is then only as far as it fits.

    `is_stale`: somebody saved the draft since the form was opened."""

    text: ToolText
    problems: tuple[FieldProblem, ...] = ()
    is_stale: bool = False


def posted_draft(request: HttpRequest, tool: Tool) -> PostedDraft:
    """Reads the posted form of the tool's page without saving anything; fills `tool` with what was typed."""
    page: Any = admin.site.get_model_admin(Tool)
    form = page.get_form(request, tool, change=True)(request.POST, instance=tool)
    problems = _problems(form)
    rows: dict[type, Any] = {ToolParameter: tool.parameters.all(), ToolDirection: tool.directions.all()}
    for formset_class, inline in page.get_formsets_with_inlines(request, tool):
        if inline.has_change_permission(request, tool):
            formset = formset_class(request.POST, instance=tool, prefix=formset_class.get_default_prefix())
            formset.full_clean()
            problems += [problem for row in formset for problem in _problems(row, of=str(row.instance))]
            rows[inline.model] = [row.instance for row in formset]
    return PostedDraft(text_of(tool, rows[ToolParameter], rows[ToolDirection]), tuple(problems), form.is_stale)


def _problems(form: Any, *, of: str = "") -> list[FieldProblem]:
    """By the labels that the page has."""
    return [
        FieldProblem(_where(form, name, of), str(error))
        for name, errors in form.errors.items()
        for error in errors
        if error != STALE
    ]


def _where(form: Any, name: str, of: str) -> str:
    label = str(form.fields[name].label or name).lower() if name in form.fields else ""
    return ": ".join(part for part in (of, label) if part)
