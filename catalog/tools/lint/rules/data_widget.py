from collections.abc import Iterator

from catalog.tools.handler import DataTool
from catalog.tools.lint.examples import describing, rendering, searching
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.texts import Kind
from catalog.tools.lint.wording import worded, wording

HINT = "Leave showing to a render tool, which takes the ids that the model picked."
SHOWING = (
    wording(
        Level.CAREFUL,
        "says that a data tool shows something",
        r"\b(?:shows?|displays?|renders?|presents?) (?:it |them |the [\w ]{1,30}|jobs |results )?(?:to )?(?:the |your )?users?\b",
        r"\b(?:is|are) (?:shown|displayed|rendered|presented) to (?:the )?user",
    ),
)


def check(surface: Surface) -> Iterator[Found]:
    data = {tool.name for tool in surface.tools if isinstance(tool.handler, DataTool)}
    for tool in surface.tools:
        if tool.name in data and tool.text.widget:
            message = f"A data tool carries the widget “{tool.text.widget}”."
            yield Found(Level.ERROR, tool.name, "widget", message, HINT)
    described = (text for text in surface.texts_of(Kind.DESCRIPTION) if text.tool in data)
    yield from worded(described, SHOWING, HINT)


RULE = Rule(
    id="data-widget",
    finds="A data tool with a widget, or one whose text says that it shows something.",
    why="A model that sees a widget shown takes its work for done, and stops after one search.",
    check=check,
    good=(
        searching("search_jobs without a widget; the text says that the user does not see the result."),
        rendering("render_jobs with the widget render_jobs.", widget="render_jobs"),
    ),
    bad=(
        searching("search_jobs with the widget render_jobs.", Level.ERROR, widget="render_jobs"),
        describing("Shows the user a list of open jobs for a title and place.", Level.CAREFUL),
        describing("Finds jobs by title. The results are displayed to the user.", Level.CAREFUL),
    ),
)
