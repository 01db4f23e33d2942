import re
from collections.abc import Iterator

from catalog.tools.handler import RenderTool
from catalog.tools.lint.examples import rendering
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.surface import Surface

SHOWN = re.compile(
    r"\b(?:shown|shows|displayed|displays|appears?|presented|presents|rendered|renders|put)\b.*\b(?:users?|screen|chat|them)\b",
    re.IGNORECASE,
)


def check(surface: Surface) -> Iterator[Found]:
    for tool in surface.tools:
        if isinstance(tool.handler, RenderTool) and not SHOWN.search(_first_sentence(tool.text.description)):
            yield Found(
                Level.ERROR,
                tool.name,
                "description",
                "Its first sentence doesn't say that the result is shown.",
                "Begin with “The result is shown to the user automatically, …”.",
            )


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=[.!?])\s", text.strip(), maxsplit=1)[0]


RULE = Rule(
    id="render-shown",
    finds="A render tool whose text doesn't begin by saying that the result is shown to the user.",
    why="A model that doesn't know it lists everything once more beside the widget.",
    check=check,
    good=(
        rendering("The result is shown to the user automatically, as a compact list."),
        rendering(
            "Shows the picked jobs on the user's screen. …",
            description="Shows the picked jobs on the user's screen. `items[].id` are ids from search_jobs.",
        ),
    ),
    bad=(
        rendering(
            "Makes a compact list of jobs. …",
            Level.ERROR,
            description="Makes a compact list of jobs. `items[].id` are ids from search_jobs.",
        ),
        rendering(
            "Takes one to eight jobs. The result is shown to the user. …",
            Level.ERROR,
            description="Takes one to eight jobs. The result is shown to the user. `items[].id` come from search_jobs.",
        ),
    ),
)
