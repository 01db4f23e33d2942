"""One tool as the lint sees it: its words, its code, and the schemas that a client would list."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from catalog.errors import ShortlistError
from catalog.tools.compile import CompiledTool, compile_tool
from catalog.tools.content import ToolText
from catalog.tools.handler import DataTool, RenderTool, find_handler
from catalog.tools.schema import Schema

_NOTHING: Schema = {}


@dataclass(frozen=True)
class LintedTool:
    """One tool. `compiled` is None where the draft doesn't fit the code: then only its words can be judged."""

    text: ToolText
    handler: DataTool | RenderTool | None
    compiled: CompiledTool | None

    @property
    def name(self) -> str:
        return self.text.name

    @property
    def inputs(self) -> Schema:
        return self.compiled.input_schema if self.compiled else _NOTHING

    @property
    def outputs(self) -> Schema:
        """Of the envelope, as a client lists it."""
        return self.compiled.output_schema if self.compiled else _NOTHING

    @property
    def parameters(self) -> dict[str, Schema]:
        """What a model may pass, by name."""
        found: dict[str, Schema] = self.inputs.get("properties", {})
        return found

    @cached_property
    def input_paths(self) -> frozenset[str]:
        return frozenset(paths_in(self.inputs))

    @cached_property
    def output_paths(self) -> frozenset[str]:
        """Below `output`: `jobs[].id`."""
        return frozenset(paths_in(self.outputs.get("properties", {}).get("output", {})))


def linted(text: ToolText) -> LintedTool:
    """Never raises: a draft that doesn't fit the code is judged by its words alone."""
    try:
        compiled = compile_tool(text)
    except ShortlistError:
        compiled = None  # the compiler tells what doesn't fit, and refuses it
    return LintedTool(text, find_handler(text.handler), compiled)


def paths_in(schema: Schema, path: str = "") -> Iterator[str]:
    """Every path of names below an object's schema, `jobs` and `jobs[].id` alike."""
    if schema.get("type") == "array":
        yield from paths_in(schema.get("items", {}), f"{path}[]")
    for name, below in schema.get("properties", {}).items():
        at = f"{path}.{name}".lstrip(".")
        yield at
        yield from paths_in(below, at)
