import re
from collections.abc import Iterator

from catalog.tools.lint.claims import defaults_in
from catalog.tools.lint.examples import RENDER, SEARCH, catalogue, parameter
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.schemas import values_of
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.texts import Kind, Text
from catalog.tools.schema import Schema

NEEDED = re.compile(r"\b(?:is |always )?required\b(?! by| for| to)|\bmandatory\b", re.IGNORECASE)
NOT_NEEDED = re.compile(
    r"\boptional\b|\b(?:may|can) be (?:left out|omitted)\b|\bleave (?:it )?(?:out|empty)\b", re.IGNORECASE
)


def check(surface: Surface) -> Iterator[Found]:
    for text in surface.texts_of(Kind.PARAMETER):
        tool = surface.by_name[text.tool]
        schema = tool.parameters.get(text.name)
        if schema is not None:
            yield from _wrong_default(schema, text)
            yield from _wrong_need(text, is_required=text.name in tool.inputs.get("required", ()))


def _wrong_default(schema: Schema, text: Text) -> Iterator[Found]:
    values = {str(value).lower() for value in values_of(schema)}
    default = schema.get("default")
    for said in defaults_in(text.folded):
        if said not in values | {"true", "false"} and not said.isdecimal():
            continue  # “sorted by default”: no value is named
        if default is None:
            message = f"The text says that the default is {said}, and the schema has none."
            yield Found(
                Level.CAREFUL,
                text.tool,
                text.field,
                message,
                "Set the default in the draft, or leave it out of the text.",
            )
        elif str(default).lower() != said:
            message = f"The text says that the default is {said}, and the schema has {default}."
            yield Found(Level.ERROR, text.tool, text.field, message, "Name the default that the schema has.")


def _wrong_need(text: Text, *, is_required: bool) -> Iterator[Found]:
    if is_required and NOT_NEEDED.search(text.plain):
        message = "The text says that it can be left out, and the schema requires it."
        yield Found(Level.ERROR, text.tool, text.field, message, "Say what to pass.")
    if not is_required and NEEDED.search(text.plain):
        message = "The text says that it is required, and the schema lets it be left out."
        yield Found(Level.CAREFUL, text.tool, text.field, message, "Say what happens without it.")


RULE = Rule(
    id="wrong-default",
    finds="A text that names another default than the schema, or calls required what isn't, or the other way round.",
    why="A model that trusts the text leaves out a value that it meant, or makes one up that nobody asked for.",
    check=check,
    good=(
        parameter("limit", "How many jobs to return; the default is 15."),
        parameter("limit", "How many jobs to return, 10 by default.", default=10),
        parameter("query", "Job title or skills. Leave it out to browse."),
        parameter("sort", "The order; sorted by relevance by default."),
    ),
    bad=(
        parameter("limit", "How many jobs to return (default 20).", Level.ERROR),
        parameter("sort", "The order; defaults to newest.", Level.ERROR),
        parameter("sort", "The order; relevance is the default.", Level.ERROR, default="newest"),
        parameter("posted_within_days", "Only jobs posted within so many days; defaults to 30.", Level.CAREFUL),
        parameter("query", "Required. Job title or skills.", Level.CAREFUL),
        catalogue(
            "`items`: Optional. The jobs to show.",
            SEARCH,
            RENDER.model_copy(
                update={
                    "parameters": [
                        RENDER.parameters[0].model_copy(update={"description": "Optional. The jobs to show."})
                    ]
                }
            ),
            level=Level.ERROR,
        ),
    ),
)
