"""Drafts and releases against the code: what a client will get, or a list of what doesn't fit."""

import json
import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from jsonschema import Draft202012Validator

from catalog.errors import FieldProblem, ShortlistError
from catalog.models.tool import TOOL_NAME
from catalog.tools.content import CatalogueContent, Direction, ParameterText, ToolText
from catalog.tools.handler import DataTool, RenderTool, find_handler, known_widgets
from catalog.tools.plain import schema_problems
from catalog.tools.schema import BOUNDS, Schema, input_schema, least_accepted, open_schema, plain_schema


@dataclass(frozen=True)
class CompiledTool:
    """One tool, ready to be listed and called."""

    text: ToolText
    handler: DataTool | RenderTool
    input_schema: Schema
    output_schema: Schema
    fixed: Mapping[str, Any]
    defaults: Mapping[str, Any]
    directions: Mapping[str, Direction]

    @property
    def name(self) -> str:
        return self.text.name

    @property
    def widget(self) -> str:
        """The widget that shows the result; empty for data tools."""
        return self.text.widget or self.handler.widget if isinstance(self.handler, RenderTool) else ""

    @property
    def annotations(self) -> dict[str, Any]:
        return {
            "title": self.text.title,
            "readOnlyHint": self.text.read_only_hint,
            "destructiveHint": self.text.destructive_hint,
            "idempotentHint": self.text.idempotent_hint,
            "openWorldHint": self.text.open_world_hint,
        }

    @cached_property
    def item(self) -> dict[str, Any]:
        """As tools/list has it, camelCase, but for `_meta`."""
        return {
            "name": self.name,
            "title": self.text.title,
            "description": self.text.description,
            "inputSchema": self.input_schema,
            "outputSchema": self.output_schema,
            "annotations": self.annotations,
        }

    @cached_property
    def settled(self) -> frozenset[str]:
        """The handler's parameters that the model is not offered."""
        return frozenset(self.handler.parameters.model_fields.keys() - self.input_schema["properties"].keys())

    @cached_property
    def validator(self) -> Draft202012Validator:
        return Draft202012Validator(self.input_schema)


@dataclass(frozen=True)
class CompiledCatalogue:
    """A whole content, compiled: the tools in the order in which they are listed."""

    instructions: str
    tools: tuple[CompiledTool, ...]


def compile_content(content: CatalogueContent) -> CompiledCatalogue:
    """Compiles all enabled tools; raises `draft_invalid` with every problem, by tool and field, if anything doesn't fit."""
    enabled = enabled_tools(content)
    shared = dict.fromkeys(problem for tool in enabled for problem in problems_among(tool, enabled))
    refuse([*shared, *(problem for tool in enabled for problem in problems_of(tool))])
    return CompiledCatalogue(content.instructions, tuple(_compiled(tool) for tool in enabled))


def enabled_tools(content: CatalogueContent) -> list[ToolText]:
    """In the order in which they are listed."""
    return sorted((tool for tool in content.tools if tool.enabled), key=lambda tool: (tool.order, tool.name))


def compile_tool(tool: ToolText) -> CompiledTool:
    """One tool by itself; raises `draft_invalid` where it doesn't fit."""
    refuse(list(problems_of(tool)))
    return _compiled(tool)


def problems_of(tool: ToolText) -> Iterator[FieldProblem]:
    """What of one tool's text does not fit its handler; `field` reads like `search_jobs.found.instruction`."""
    handler = find_handler(tool.handler)
    if handler is None:
        yield FieldProblem(f"{tool.name}.handler", f"No handler is named “{tool.handler}”.")
        return
    if tool.widget and not isinstance(handler, RenderTool):
        yield FieldProblem(f"{tool.name}.widget", "A data tool can't carry a widget: its model would stop searching.")
    elif tool.widget and tool.widget not in known_widgets():
        known = ", ".join(sorted(known_widgets()))
        yield FieldProblem(f"{tool.name}.widget", f"No widget is named “{tool.widget}”. Known: {known}.")
    for parameter in tool.parameters:
        yield from parameter_problems(tool, handler, parameter)
    yield from _missing_values(tool, handler)
    for direction in tool.directions:
        yield from direction_problems(tool, handler, direction)


def problems_among(tool: ToolText, tools: list[ToolText]) -> Iterator[FieldProblem]:
    """What of one tool's names gets in the way of the others'."""
    names = [other.name for other in tools]
    if names.count(tool.name) > 1:
        yield FieldProblem(f"{tool.name}.name", "Two tools have this name.")
    every = [alias for other in tools for alias in other.aliases]
    for alias in dict.fromkeys(tool.aliases):
        if not re.fullmatch(TOOL_NAME.regex, alias):
            yield FieldProblem(f"{tool.name}.aliases", f"“{alias}” can't be a tool's name.")
        elif alias in names:
            yield FieldProblem(f"{tool.name}.aliases", f"A tool is named “{alias}” itself.")
        elif every.count(alias) > 1:
            yield FieldProblem(f"{tool.name}.aliases", f"“{alias}” is given twice.")


def refuse(problems: list[FieldProblem]) -> None:
    """Raises `draft_invalid` where there are any."""
    if problems:
        first = problems[0]
        raise ShortlistError(
            "draft_invalid",
            f"{len(problems)} text(s) don't fit the code. {first.field}: {first.problem}",
            "Correct them in the drafts, then publish.",
            fields=problems,
        )


def _compiled(tool: ToolText) -> CompiledTool:
    handler = find_handler(tool.handler)
    assert handler is not None, "compile_content has checked it"  # noqa: S101
    texts = _texts_by_name(tool, handler)
    return CompiledTool(
        text=tool,
        handler=handler,
        input_schema=input_schema(handler.parameters, texts),
        output_schema=_envelope_schema(handler),
        fixed={name: text.fixed for name, text in texts.items() if text.fixed is not None},
        defaults={name: text.default for name, text in texts.items() if text.default is not None},
        directions={direction.outcome: direction for direction in tool.directions},
    )


def _texts_by_name(tool: ToolText, handler: DataTool | RenderTool) -> dict[str, ParameterText]:
    """In the handler's order. A parameter that the draft doesn't know (newer code) starts hidden."""
    known = {text.name: text for text in tool.parameters}
    return {name: known.get(name, ParameterText(name=name, exposed=False)) for name in handler.parameters.model_fields}


def _envelope_schema(handler: DataTool | RenderTool) -> Schema:
    words = {"type": "string"}
    directions = {"type": "object", "properties": {"assistant_instruction": words, "reason": words}}
    return {
        "type": "object",
        "properties": {"output": open_schema(handler.output), "agent_directions": directions},
        "required": ["output", "agent_directions"],
    }


def parameter_problems(tool: ToolText, handler: DataTool | RenderTool, text: ParameterText) -> Iterator[FieldProblem]:
    """What of one parameter's text the handler can't take."""
    where = f"{tool.name}.{text.name}"
    field = handler.parameters.model_fields.get(text.name)
    if field is None:
        if text.exposed or promises_something(text):  # else its row says nothing, and needn't go
            yield FieldProblem(where, f"{tool.handler} has no such parameter. Hide it, and empty its values.")
        return
    schema = plain_schema(handler.parameters)["properties"][text.name]
    yield from _bound_problems(where, schema, text)
    samples = [("default", text.default), ("fixed", text.fixed)]
    in_list = schema.get("type") == "array"
    samples += [("allowed", [value] if in_list else value) for value in text.allowed or []]
    validator = Draft202012Validator(schema)
    for what, value in samples:
        for problem in schema_problems(validator, value) if value is not None else ():
            yield FieldProblem(f"{where}.{what}", f"{json.dumps(value)} {problem.problem}")


def _bound_problems(where: str, schema: Schema, text: ParameterText) -> Iterator[FieldProblem]:
    """Bounds narrow what the code takes, and leave something to take."""
    given = [name for name in ("minimum", "maximum") if getattr(text, name) is not None]
    if schema.get("type") not in BOUNDS:
        yield from (FieldProblem(f"{where}.{name}", "This parameter has no size to bound.") for name in given)
        return
    least, most = least_accepted(schema), schema.get(BOUNDS[schema["type"]])
    if text.maximum is not None and most is not None and text.maximum > most:
        yield FieldProblem(f"{where}.maximum", f"The code takes at most {most}.")
    if text.minimum is not None:
        ceiling = min((bound for bound in (text.maximum, most) if bound is not None), default=text.minimum)
        if least is not None and text.minimum < least:
            yield FieldProblem(f"{where}.minimum", f"The code takes {least} or more.")
        elif text.minimum > ceiling:
            yield FieldProblem(f"{where}.minimum", f"Nothing would be taken: the maximum is {ceiling}.")


def promises_something(parameter: ParameterText) -> bool:
    """Whether it keeps results to something, also where the model is told nothing about it."""
    said = (parameter.fixed, parameter.default, parameter.allowed, parameter.minimum, parameter.maximum)
    return any(value is not None for value in said)


def _missing_values(tool: ToolText, handler: DataTool | RenderTool) -> Iterator[FieldProblem]:
    texts = _texts_by_name(tool, handler)
    for name, field in handler.parameters.model_fields.items():
        text = texts[name]
        if field.is_required() and not text.exposed and text.fixed is None and text.default is None:
            yield FieldProblem(f"{tool.name}.{name}", "The handler needs it: show it, or give it a fixed value.")


def direction_problems(tool: ToolText, handler: DataTool | RenderTool, direction: Direction) -> Iterator[FieldProblem]:
    """What of one outcome's words the handler doesn't know."""
    where = f"{tool.name}.{direction.outcome}"
    codes = {outcome.code: outcome for outcome in handler.outcomes}
    if direction.outcome not in codes:
        if direction.instruction or direction.reason:
            yield FieldProblem(
                where, f"{tool.handler} knows the outcomes {', '.join(codes)}. Empty the words for this one."
            )
        return
    allowed = codes[direction.outcome].placeholders
    for field in ("instruction", "reason"):
        yield from _placeholder_problems(f"{where}.{field}", getattr(direction, field), allowed)


def _placeholder_problems(where: str, text: str, allowed: frozenset[str]) -> Iterator[FieldProblem]:
    try:
        used = [
            (name, spec, conversion) for _, name, spec, conversion in string.Formatter().parse(text) if name is not None
        ]
    except ValueError:
        yield FieldProblem(where, "A brace is left open. Write {{ or }} for a brace that is meant.")
        return
    for name, spec, conversion in used:
        if name not in allowed or spec or conversion:
            known = ", ".join(f"{{{item}}}" for item in sorted(allowed)) or "none"
            yield FieldProblem(where, f"“{{{name}}}” is not a placeholder of this outcome. Known: {known}.")
