from collections.abc import Iterator

from catalog.tools.lint.examples import SOUND, with_output
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Example, Found, Rule
from catalog.tools.lint.size import estimated_tokens
from catalog.tools.lint.surface import Surface
from catalog.tools.schema import Schema

MUCH, MOST = 8_000, 16_000  # estimated tokens of the whole list


def check(surface: Surface) -> Iterator[Found]:
    costs = {tool.name: estimated_tokens(tool.compiled) for tool in surface.tools if tool.compiled}
    total = sum(costs.values())
    if total > MUCH:
        level = Level.ERROR if total > MOST else Level.CAREFUL
        largest = max(costs, key=lambda name: costs[name])
        message = f"All tools together cost about {total:,} tokens; {MUCH:,} are a good budget, {MOST:,} the most."
        hint = (
            f"Shorten texts, hide parameters, or switch a tool off. The largest is {largest}, with {costs[largest]:,}."
        )
        yield Found(level, "", "", message, hint)


def _fields(count: int) -> Schema:
    return {
        f"field_{number}": {"type": "string", "description": "A fact about the job. " * 4} for number in range(count)
    }


RULE = Rule(
    id="size",
    finds="A list of tools that is too large: more than 8,000 estimated tokens, and worse beyond 16,000.",
    why="Every model reads the whole list before its first call, in every conversation; hosts drop what is too large.",
    check=check,
    good=(Example("Two tools of the usual size.", SOUND),),
    bad=(
        with_output("A result of 220 described fields.", _fields(220), Level.CAREFUL),
        with_output("A result of 450 described fields.", _fields(450), Level.ERROR),
    ),
)
