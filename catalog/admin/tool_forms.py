"""The forms of a tool's draft. Each checks its part by compiling it, so that a problem stands beside the field it is in."""

import json
from collections.abc import Iterable
from typing import Any

from django import forms

from catalog.admin.json_field import JSONListField, PlainJSONField
from catalog.admin.versioned_form import VersionedForm
from catalog.errors import FieldProblem
from catalog.models import Tool, ToolDirection, ToolParameter
from catalog.tools.compile import problems_of
from catalog.tools.content import Direction, ParameterText, ToolText
from catalog.tools.handler import all_handlers, find_handler
from catalog.tools.schema import BOUNDS, LOWER_BOUNDS, plain_schema

LONG = {"class": "vLargeTextField"}


class ToolForm(VersionedForm[Tool]):
    """The tool's own texts; the handler is chosen from those that the code has."""

    handler = forms.ChoiceField(choices=lambda: [(item.name, f"{item.name} ({item.kind})") for item in all_handlers()])

    class Meta:
        widgets = {"description": forms.Textarea(attrs={"rows": 6, **LONG})}
        help_texts = {"name": "What models call it by."}

    def clean(self) -> None:
        """A draft that is switched off may wait for its code: else it could only be deleted."""
        super().clean()
        words = {"handler": self.instance.handler} | self.cleaned_data
        if not words.get("enabled"):
            return
        draft = ToolText(
            name=words.get("name", ""),
            handler=words["handler"],
            widget=words.get("widget", ""),
            title="",
            description="",
        )
        for problem in problems_of(draft):
            field = problem.field.rpartition(".")[2]
            if field in {"handler", "widget"}:
                self.add_error(field if field in self.fields else None, problem.problem)


class ParameterForm(forms.ModelForm[ToolParameter]):
    """One row of the parameters' table."""

    default = PlainJSONField(required=False)
    fixed = PlainJSONField(required=False)
    allowed = JSONListField(required=False)

    class Meta:
        widgets = {"description": forms.Textarea(attrs={"rows": 3})}

    def __init__(self, *args: Any, handler: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name_inputs(self.fields, of=self.instance.name)
        for name, value in _own_values(handler, self.instance.name).items():
            self.fields[name].widget.attrs["placeholder"] = value


class DirectionForm(forms.ModelForm[ToolDirection]):
    """One row of the outcomes' table; an outcome without an instruction is left to the code's own words."""

    instruction = forms.CharField(
        required=False, max_length=300, widget=forms.Textarea(attrs={"rows": 3}), help_text="What to do next, in short."
    )

    class Meta:
        widgets = {"reason": forms.Textarea(attrs={"rows": 3})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name_inputs(self.fields, of=self.instance.outcome)


class ParameterFormSet(forms.BaseInlineFormSet[ToolParameter, Tool, forms.ModelForm[ToolParameter]]):
    """All parameters of one tool."""

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        return super().get_form_kwargs(index) | {"handler": self.instance.handler}

    def clean(self) -> None:
        super().clean()
        rows = {form.instance.name: form for form in self.forms if form.is_valid()}
        texts = [ParameterText.model_validate(_picked(form.instance, ParameterText)) for form in rows.values()]
        _place_problems(problems_of(_tool_text(self.instance, parameters=texts)), rows)


class DirectionFormSet(forms.BaseInlineFormSet[ToolDirection, Tool, forms.ModelForm[ToolDirection]]):
    """All outcomes of one tool."""

    def clean(self) -> None:
        super().clean()
        rows = {form.instance.outcome: form for form in self.forms if form.is_valid()}
        texts = [Direction.model_validate(_picked(form.instance, Direction)) for form in rows.values()]
        _place_problems(problems_of(_tool_text(self.instance, directions=texts)), rows)


def _name_inputs(fields: dict[str, forms.Field], *, of: str) -> None:
    """A table's heading is no label: without this, a screen reader would say “edit text” forty times."""
    for name, field in fields.items():
        field.widget.attrs["aria-label"] = f"{of}: {str(field.label or name).lower()}"


def _own_values(handler: str, parameter: str) -> dict[str, str]:
    """The code's own default, list of values and bounds, which a draft can only narrow: shown in grey."""
    code = find_handler(handler)
    known = plain_schema(code.parameters, keep_defaults=True)["properties"] if code else {}
    schema = known.get(parameter, {})
    own = {
        "default": schema.get("default"),
        "allowed": schema.get("enum") or schema.get("items", {}).get("enum"),
        "minimum": schema.get(LOWER_BOUNDS.get(schema.get("type", ""), "")),
        "maximum": schema.get(BOUNDS.get(schema.get("type", ""), "")),
    }
    return {name: json.dumps(value, ensure_ascii=False) for name, value in own.items() if value is not None}


def _picked(row: ToolParameter | ToolDirection, shape: type[ParameterText] | type[Direction]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in shape.model_fields}


def _tool_text(tool: Tool, **rows: Any) -> ToolText:
    return ToolText(name=tool.name, handler=tool.handler, title=tool.title, description=tool.description, **rows)


def _place_problems(problems: Iterable[FieldProblem], rows: dict[str, Any]) -> None:
    """`search_jobs.found.instruction` belongs to the row `found`, field `instruction`; what no row has is another's."""
    for problem in problems:
        _, row, *field = problem.field.split(".")
        if row in rows:
            name = field[0] if field and field[0] in rows[row].fields else None
            rows[row].add_error(name, problem.problem)
