from collections.abc import Iterator

from catalog.tools.lint.examples import with_inputs
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.schemas import nodes
from catalog.tools.lint.surface import Surface

KEYWORD = "x-mcp-header"


def check(surface: Surface) -> Iterator[Found]:
    for tool in surface.tools:
        for path, node in nodes(tool.inputs):
            if any(key.lower() == KEYWORD for key in node):
                message = f"Its schema copies the value into a header by `{KEYWORD}`."
                yield Found(
                    Level.ERROR,
                    tool.name,
                    f"parameter {path}".strip(),
                    message,
                    "It comes from the handler: take it out there.",
                )


RULE = Rule(
    id="mcp-header",
    finds="`x-mcp-header` in the schema of a parameter (MCP 2026-07-28).",
    why="It puts what the user asked into headers, which proxies log, and clients drop the whole tool if it is not quite right.",
    check=check,
    good=(with_inputs("`region` as a plain parameter.", {"region": {"type": "string", "description": "A region."}}),),
    bad=(
        with_inputs(
            "`region` mirrored into `Mcp-Param-Region`.",
            {"region": {"type": "string", "description": "A region.", KEYWORD: "Region"}},
            Level.ERROR,
        ),
    ),
)
