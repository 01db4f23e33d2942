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
    passed = _storable(dict(arguments))
    problems = schema_problems(tool.validator, passed)
    if problems:
        raise _bad_arguments(tool, problems)
    try:
        return tool.handler.parameters.model_validate({**tool.defaults, **passed, **tool.fixed})
    except ValidationError as error:
        raise _bad_arguments(tool, tuple(map(_plain, error.errors(include_url=False, include_input=False)))) from None


def _storable(value: Any) -> Any:
    """Without the characters that JSON can spell and PostgreSQL's text can't hold: NUL and halves of surrogate pairs."""
    if isinstance(value, str):
        return value.replace("\x00", "").encode(errors="ignore").decode()
    if isinstance(value, list):
        return [_storable(item) for item in value]
    return {name: _storable(item) for name, item in value.items()} if isinstance(value, dict) else value


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
