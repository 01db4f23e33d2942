from collections.abc import Iterator

from catalog.tools.lint.examples import parameter, with_inputs
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.schemas import nodes
from catalog.tools.lint.surface import Surface


def check(surface: Surface) -> Iterator[Found]:
    for tool in surface.tools:
        for path, node in nodes(tool.inputs):
            if path and not path.endswith("[]") and not str(node.get("description", "")).strip():
                level = Level.CAREFUL if path in tool.parameters else Level.NOTE
                hint = "Say what to pass and in what form, or hide the parameter."
                yield Found(
                    level,
                    tool.name,
                    f"parameter {path}: description",
                    "The model sees it without a word of what it is.",
                    hint,
                )


RULE = Rule(
    id="undescribed",
    finds="A parameter that the model sees and that nothing describes.",
    why="A bare name is filled by guessing.",
    check=check,
    good=(
        parameter("query", "Job title or skills."),
        with_inputs(
            "`query` described by the code.", {"query": {"type": "string", "description": "Job title or skills."}}
        ),
    ),
    bad=(
        with_inputs("`query` without a description.", {"query": {"type": "string"}}, Level.CAREFUL),
        with_inputs(
            "`items[].id` without a description.",
            {
                "items": {
                    "type": "array",
                    "description": "The jobs.",
                    "items": {"type": "object", "properties": {"id": {"type": "string"}}},
                }
            },
            Level.NOTE,
        ),
    ),
)
