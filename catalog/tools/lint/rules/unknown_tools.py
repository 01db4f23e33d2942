from collections.abc import Iterator

from catalog.tools.handler import find_handler
from catalog.tools.lint.examples import RENDER, SEARCH, SOUND, catalogue, describing, directing
from catalog.tools.lint.naming import looks_like_a_tool, named_in
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Example, Found, Rule
from catalog.tools.lint.surface import Surface


def check(surface: Surface) -> Iterator[Found]:
    names = surface.names
    switched_off = {tool.name for tool in surface.content.tools if not tool.enabled}
    now = {alias: tool.name for tool in surface.tools for alias in tool.text.aliases}
    now |= {tool.text.handler: tool.name for tool in surface.tools if tool.text.handler not in now}
    for text in surface.texts:
        for word in named_in(text.plain):
            is_one = word in switched_off or word in now or find_handler(word) or looks_like_a_tool(word)
            if is_one and not names.know(word):
                yield Found(
                    Level.ERROR, text.tool, text.field, f"No tool is listed as {word}.", _hint(word, now, switched_off)
                )


def _hint(word: str, now: dict[str, str], switched_off: set[str]) -> str:
    if word in now:
        return f"It is called {now[word]} now."
    if word in switched_off:
        return "It is switched off: switch it on, or leave it out of the text."
    return "Name a tool that this catalogue has, or leave it out."


_RENAMED = SEARCH.model_copy(update={"name": "find_jobs", "aliases": ["search_jobs"]})

RULE = Rule(
    id="unknown-tools",
    finds="A tool that a text names and clients don't list: renamed, switched off, or never there.",
    why="A model that is told to use it can't, and often gives up.",
    check=check,
    good=(
        Example("render_jobs names search_jobs, and both are listed.", SOUND),
        describing("Finds open jobs; `posted_within_days` keeps the recent ones, and render_jobs shows them."),
    ),
    bad=(
        directing("Read the promising ones with fetch_postings.", Level.ERROR),
        catalogue(
            "search_jobs renamed to find_jobs; render_jobs still names search_jobs.",
            _RENAMED,
            RENDER,
            level=Level.ERROR,
        ),
        catalogue(
            "render_jobs switched off; search_jobs still names it.",
            SEARCH,
            RENDER.model_copy(update={"enabled": False}),
            level=Level.ERROR,
        ),
    ),
)
