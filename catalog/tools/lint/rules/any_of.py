from collections.abc import Iterator

from catalog.tools.lint.examples import with_inputs, with_output
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.schemas import nodes
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.tool import LintedTool
from catalog.tools.schema import Schema

CHOICES = {"anyOf", "oneOf"}
HINT = "It comes from the handler: give the field one type, and leave it out where there is no value."


def check(surface: Surface) -> Iterator[Found]:
    for tool in surface.tools:
        yield from _in(tool, tool.outputs, Level.ERROR, "result")
        yield from _in(tool, tool.inputs, Level.CAREFUL, "parameter")


def _in(tool: LintedTool, schema: Schema, level: Level, part: str) -> Iterator[Found]:
    for path, node in nodes(schema):
        for keyword in sorted(CHOICES & node.keys()):
            yield Found(level, tool.name, f"{part} {path}".strip(), f"Its schema has {keyword}.", HINT)


RULE = Rule(
    id="any-of",
    finds="`anyOf` or `oneOf` in the schema of a result or, less grave, of a parameter.",
    why="Some hosts stall on a result whose schema has it, and show nothing.",
    check=check,
    good=(with_output("Absent where unknown: `pay` is a string.", {"pay": {"type": "string"}}),),
    bad=(
        with_output(
            "`pay` is a string or null.", {"pay": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, Level.ERROR
        ),
        with_inputs(
            "`query` is a string or a list.",
            {"query": {"description": "Title.", "anyOf": [{"type": "string"}, {"type": "array"}]}},
            Level.CAREFUL,
        ),
    ),
)
