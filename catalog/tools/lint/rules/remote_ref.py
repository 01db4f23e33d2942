from collections.abc import Iterator

from catalog.tools.lint.examples import with_inputs, with_output
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.schemas import nodes
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.texts import quoted

REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")


def check(surface: Surface) -> Iterator[Found]:
    for tool in surface.tools:
        for part, schema in (("parameter", tool.inputs), ("result", tool.outputs)):
            for path, node in nodes(schema):
                for target in (str(node[key]) for key in REFERENCES if key in node):
                    if not target.startswith("#"):
                        message = f"Its schema points outside, at {quoted(target)}."
                        hint = "It comes from the handler: write the schema out in place."
                        yield Found(Level.ERROR, tool.name, f"{part} {path}".strip(), message, hint)


RULE = Rule(
    id="remote-ref",
    finds="A schema that points at another document.",
    why="A client that follows it fetches what nobody has reviewed; one that doesn't refuses the tool.",
    check=check,
    good=(with_inputs("`query` written out.", {"query": {"type": "string", "description": "Job title."}}),),
    bad=(
        with_inputs(
            "`query` at another address.",
            {"query": {"description": "Title.", "$ref": "https://example.org/q.json"}},
            Level.ERROR,
        ),
        with_output(
            "`jobs` in another file.", {"jobs": {"type": "array", "items": {"$ref": "job.json#/Job"}}}, Level.ERROR
        ),
    ),
)
