from collections.abc import Iterator

from catalog.tools.lint.examples import parameter
from catalog.tools.lint.naming import MARKED, SNAKE, Names
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.schemas import values_of
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.texts import Kind, Text
from catalog.tools.lint.values import listed, strangers


def check(surface: Surface) -> Iterator[Found]:
    names = surface.names
    for text in surface.texts_of(Kind.PARAMETER):
        schema = surface.by_name[text.tool].parameters.get(text.name, {})
        values = [str(value) for value in values_of(schema)]
        if values:
            yield from _strange(text, values, names)
        elif schema.get("type") == "string" and listed(text.plain):
            message = (
                f"The text gives a closed list ({', '.join(listed(text.plain)[:3])} …), and the schema takes any text."
            )
            hint = "Set the allowed values, or say “for example”."
            yield Found(Level.CAREFUL, text.tool, text.field, message, hint)


def _strange(text: Text, values: list[str], names: Names) -> Iterator[Found]:
    marked = {*MARKED.findall(text.plain), *SNAKE.findall(text.plain)} - names.fields - names.tools
    announced = [] if any(value in text.plain for value in values) else listed(text.plain)
    for word in dict.fromkeys([*strangers(text.plain, values), *announced, *sorted(marked)]):
        if word not in values:
            message = f"The text names “{word}”, and the schema takes only {', '.join(values)}."
            yield Found(
                Level.ERROR,
                text.tool,
                text.field,
                message,
                "Name the values that the schema has, exactly as it has them.",
            )


RULE = Rule(
    id="wrong-values",
    finds="A parameter's text that names a value which its schema refuses, or a closed list which the schema doesn't have.",
    why="Models pass the value that the text names, and the call is refused.",
    check=check,
    good=(
        parameter("sort", "relevance (title match and freshness), newest, or pay_high (highest pay first)."),
        parameter("workplace", "Only jobs done on site, hybrid or remote. Jobs that do not say are left out."),
        parameter("query", "Job title or skills, for example nurse, driver or cook."),
    ),
    bad=(
        parameter("sort", "One of relevance, oldest or pay_high.", Level.ERROR),
        parameter("sort", "relevance, newest or `pay_low`.", Level.ERROR),
        parameter("sort", "relevance, newest or pay_high.", Level.ERROR, allowed=["newest"]),
        parameter("workplace", "onsite, remote or anywhere.", Level.ERROR),
        parameter("query", "One of: nurse, driver, cook.", Level.CAREFUL),
    ),
)
