from collections.abc import Iterator

from catalog.tools.lint.claims import Bound, bounds_in
from catalog.tools.lint.examples import RENDER, SEARCH, catalogue, parameter
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.texts import Kind, Text, quoted, unquoted
from catalog.tools.lint.tool import LintedTool
from catalog.tools.schema import BOUNDS, LOWER_BOUNDS, Schema, plain_schema

HINT = "Name the bound that the schema has."
CHARACTERS = {"character", "characters", "letter", "letters", "chars"}
OF_ITEMS = {
    "digit",
    "digits",
    "word",
    "words",
    "sentence",
    "sentences",
    "km",
    "miles",
    "percent",
} | CHARACTERS  # of one item, or no count


def check(surface: Surface) -> Iterator[Found]:
    for text in surface.texts_of(Kind.PARAMETER):
        schema = surface.by_name[text.tool].parameters.get(text.name, {})
        for bound in bounds_in(unquoted(text.folded)) if schema else ():
            yield from _held_against(schema, bound, text)
    for text in surface.texts_of(Kind.DESCRIPTION):
        tool = surface.by_name[text.tool]
        for bound in bounds_in(unquoted(text.folded)):
            yield from _left_behind(tool, bound, text)


def _held_against(schema: Schema, bound: Bound, text: Text) -> Iterator[Found]:
    kind = schema.get("type", "")
    if (
        kind not in BOUNDS
        or (kind == "string") is not (bound.unit in CHARACTERS)
        or (kind != "string" and bound.unit in OF_ITEMS)
    ):
        return
    real = schema.get(BOUNDS[kind] if bound.is_upper else LOWER_BOUNDS[kind])
    if real is None or real == bound.number:
        return
    is_refused = bound.number > real if bound.is_upper else bound.number < real
    message = f"The text says {quoted(bound.passage)}, and the schema has {real:,}."
    yield Found(Level.ERROR if is_refused else Level.CAREFUL, text.tool, text.field, message, HINT)


def _left_behind(tool: LintedTool, bound: Bound, text: Text) -> Iterator[Found]:
    """A tool's own text that still names a bound which the draft has narrowed."""
    for row in tool.text.parameters if tool.handler else ():
        narrowed, keywords = (row.maximum, BOUNDS) if bound.is_upper else (row.minimum, LOWER_BOUNDS)
        if narrowed is None or row.name not in tool.parameters or tool.handler is None:
            continue
        schema = plain_schema(tool.handler.parameters)["properties"][row.name]
        if schema.get(keywords[schema["type"]]) == bound.number != narrowed:
            message = f"The text says {quoted(bound.passage)}, and `{row.name}` is narrowed to {narrowed}."
            yield Found(Level.CAREFUL, text.tool, text.field, message, HINT)


RULE = Rule(
    id="wrong-bounds",
    finds="A text that names another bound than the schema: “up to 20” where 12 are taken.",
    why="Calls beyond the real bound are refused, and a bound told too low costs calls that were not needed.",
    check=check,
    good=(
        parameter("locations", "Cities or regions, up to twelve; a city includes what lies within 40 km."),
        parameter("limit", "How many jobs to return, 25 at most."),
        parameter("limit", "How many jobs to return, at most 10.", maximum=10),
        parameter("query", "Job title in up to 3 words."),
    ),
    bad=(
        parameter("locations", "Cities or regions, up to 20.", Level.ERROR),
        parameter("limit", "How many jobs to return, at most 25.", Level.ERROR, maximum=10),
        parameter("limit", "How many jobs to return (1-50).", Level.ERROR),
        parameter("locations", "Cities or regions, five at most.", Level.CAREFUL),
        catalogue(
            "“One call covers up to twelve places.”, and `locations` narrowed to 3",
            SEARCH.model_copy(
                update={
                    "description": f"{SEARCH.description} One call covers up to twelve places.",
                    "parameters": [
                        row.model_copy(update={"maximum": 3, "description": "Cities, up to 3."})
                        if row.name == "locations"
                        else row
                        for row in SEARCH.parameters
                    ],
                }
            ),
            RENDER,
            level=Level.CAREFUL,
        ),
    ),
)
