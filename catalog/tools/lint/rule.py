"""What a rule is: a question put to the surface, with the examples that are its tests and its documentation."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from catalog.tools.content import CatalogueContent
from catalog.tools.lint.report import Level
from catalog.tools.lint.surface import Surface, surface_of
from catalog.tools.lint.tool import LintedTool
from catalog.tools.schema import Schema


@dataclass(frozen=True)
class Found:
    """What a rule's check yields; see `Finding`."""

    level: Level
    tool: str
    field: str
    message: str
    hint: str


@dataclass(frozen=True)
class Example:
    """A catalogue that shows a rule at work. `shows` is what differs in it, for people to read; `level` is what the rule
    must say of it, None for a good one. The schemas stand for handlers that the code doesn't have, in the first tool."""

    shows: str
    content: CatalogueContent
    level: Level | None = None
    inputs: Schema | None = None
    outputs: Schema | None = None

    def surface(self) -> Surface:
        surface = surface_of(self.content)
        if self.inputs is None and self.outputs is None:
            return surface
        first, *others = surface.tools
        return Surface(self.content, (self._with_schemas(first), *others))

    def _with_schemas(self, tool: LintedTool) -> LintedTool:
        if tool.compiled is None:
            raise ValueError(f"the example “{self.shows}” doesn't fit the code")
        inputs, outputs = self.inputs or tool.inputs, self.outputs or tool.outputs
        return replace(tool, compiled=replace(tool.compiled, input_schema=inputs, output_schema=outputs))


@dataclass(frozen=True)
class Rule:
    """One rule of the lint: `finds` and `why` are a sentence each."""

    id: str
    finds: str
    why: str
    check: Callable[[Surface], Iterator[Found]]
    good: tuple[Example, ...]
    bad: tuple[Example, ...]

    @property
    def levels(self) -> tuple[Level, ...]:
        """What it may say, the gravest first: as its bad examples show."""
        said = {example.level for example in self.bad}
        return tuple(level for level in Level if level in said)
