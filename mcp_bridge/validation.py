"""A call's arguments: checked against what the model was shown, completed from the draft, parsed by the handler's model."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from catalog.errors import FieldProblem, ShortlistError
from catalog.tools.compile import CompiledTool
from catalog.tools.handler import Parameters
from catalog.tools.plain import schema_problems


def parsed_arguments(tool: CompiledTool, arguments: Mapping[str, Any]) -> Parameters:
    """Raises `bad_arguments` with every problem at once, by field."""
    problems = schema_problems(tool.validator, dict(arguments))
    if problems:
        raise _bad_arguments(tool, problems)
    try:
        return tool.handler.parameters.model_validate({**tool.defaults, **arguments, **tool.fixed})
    except ValidationError as error:
        raise _bad_arguments(tool, tuple(map(_plain, error.errors(include_url=False, include_input=False)))) from None


def _plain(error: Any) -> FieldProblem:
    path = ".".join(map(str, error["loc"])) or "arguments"
    own = error["type"] == "value_error"  # our validators' sentences; the library's stay inside
    return FieldProblem(path, str(error["ctx"]["error"]) if own else "does not have the right form.")


def _bad_arguments(tool: CompiledTool, problems: tuple[FieldProblem, ...]) -> ShortlistError:
    listed = "; ".join(f"{item.field} {item.problem.rstrip('.')}" for item in problems[:5])
    return ShortlistError(
        "bad_arguments",
        f"{tool.name} can't use these arguments: {listed}.",
        "Correct them and call again.",
        fields=problems,
    )
