"""A release against the code that runs now: what still fits is served; what doesn't is left out, and named.

Publishing is strict (`compile_content`). A release is for ever, though, and code moves on: one tool that no longer fits must not
take the others away. What is left of a tool is served only where it keeps what the release promised: a tool that was made to
find remote jobs alone is left out, rather than served without its fixed value.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from catalog.errors import FieldProblem
from catalog.tools.compile import (
    CompiledTool,
    compile_tool,
    direction_problems,
    enabled_tools,
    parameter_problems,
    problems_among,
    problems_of,
    promises_something,
    refuse,
)
from catalog.tools.content import CatalogueContent, ParameterText, ToolText
from catalog.tools.handler import DataTool, RenderTool, find_handler
from catalog.tools.schema import least_accepted, plain_schema


@dataclass(frozen=True)
class Misfit:
    """Something of a release that the code no longer fits, and whether its whole tool is left out for it."""

    tool: str
    problem: FieldProblem
    takes_tool_out: bool

    def __str__(self) -> str:
        where, why = self.problem.field, self.problem.problem
        return f"{self.tool} is left out: {where}: {why}" if self.takes_tool_out else f"{where} is left out: {why}"


@dataclass(frozen=True)
class FittingCatalogue:
    """What is served of a release, in listing order. `out_of_order` are the names, aliases too, of the tools that are left out."""

    instructions: str
    tools: tuple[CompiledTool, ...]
    misfits: tuple[Misfit, ...]
    out_of_order: frozenset[str]


def fit_content(content: CatalogueContent) -> FittingCatalogue:
    """Compiles what fits. Raises `draft_invalid`, with every problem, where nothing does."""
    found = _fits(content)
    misfits = tuple(misfit for fit in found for misfit in fit.misfits)
    served = tuple(fit.compiled for fit in found if fit.compiled)
    if not served:
        refuse([misfit.problem for misfit in misfits])
    out = (fit.text for fit in found if fit.compiled is None)
    names = frozenset(name for text in out for name in (text.name, *text.aliases))
    return FittingCatalogue(content.instructions, served, misfits, names - {tool.name for tool in served})


def misfits_of(content: CatalogueContent) -> tuple[Misfit, ...]:
    """Everything that doesn't fit, tool by tool in listing order; also where nothing is left to be served."""
    return tuple(misfit for fit in _fits(content) for misfit in fit.misfits)


def fit_tool(text: ToolText) -> CompiledTool | None:
    """One tool by itself, as far as it fits; None where it must be left out."""
    return _fit(text, [text]).compiled


@dataclass(frozen=True)
class _Fit:
    text: ToolText
    compiled: CompiledTool | None
    misfits: tuple[Misfit, ...]


def _fits(content: CatalogueContent) -> list[_Fit]:
    enabled = enabled_tools(content)
    return [_fit(tool, enabled) for tool in enabled]


def _fit(text: ToolText, among: list[ToolText]) -> _Fit:
    problems = list(_problems(text, among))
    if not problems:
        return _Fit(text, compile_tool(text), ())
    rest = _without_lost_parts(text, among)
    is_out = any(_problems(rest, among))
    misfits = tuple(Misfit(text.name, problem, is_out) for problem in problems)
    return _Fit(text, None if is_out else compile_tool(rest), misfits)


def _problems(text: ToolText, among: list[ToolText]) -> Iterator[FieldProblem]:
    yield from problems_among(text, among)
    yield from problems_of(text)


def _without_lost_parts(text: ToolText, among: list[ToolText]) -> ToolText:
    """Without what can go and break no promise; what can't go stays in it, as a problem."""
    handler = find_handler(text.handler)
    if handler is None:
        return text
    kept = (_rest_of(parameter, text, handler) for parameter in text.parameters)
    clashes = {alias for alias in text.aliases if any(problems_among(_with_alias(text, alias), among))}
    return text.model_copy(
        update={
            "aliases": [alias for alias in text.aliases if alias not in clashes],
            "parameters": [parameter for parameter in kept if parameter],
            "directions": [item for item in text.directions if not any(direction_problems(text, handler, item))],
        }
    )


def _with_alias(text: ToolText, alias: str) -> ToolText:
    return text.model_copy(update={"aliases": [alias]})


def _rest_of(parameter: ParameterText, tool: ToolText, handler: DataTool | RenderTool) -> ParameterText | None:
    """A parameter that is gone may go where it was a mere offer. One that takes less now is offered as narrowly as that."""
    if parameter.name not in handler.parameters.model_fields:
        return parameter if promises_something(parameter) else None

    def fits(**said: object) -> bool:
        alone = ParameterText.model_validate({"name": parameter.name, **said})
        return not any(parameter_problems(tool, handler, alone))

    allowed = [value for value in parameter.allowed or [] if fits(allowed=[value])]
    is_too_high = fits(maximum=0) and not fits(maximum=parameter.maximum)
    least = least_accepted(plain_schema(handler.parameters)["properties"][parameter.name])
    is_too_low = parameter.minimum is not None and least is not None and parameter.minimum < least
    return parameter.model_copy(
        update={
            "allowed": allowed or parameter.allowed,
            "minimum": None if is_too_low else parameter.minimum,  # the code's own bound is higher
            "maximum": None if is_too_high else parameter.maximum,  # the code's own bound is lower
        }
    )
