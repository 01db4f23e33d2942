from collections.abc import Iterator

from catalog.tools.handler import find_handler
from catalog.tools.lint.examples import RENDER, SEARCH, SOUND, catalogue, describing, directing
from catalog.tools.lint.naming import looks_like_a_tool, named_in
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Example, Found, Rule
from catalog.tools.lint.schemas import nodes
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.tool import LintedTool

NEVER_THERE = "Name a tool that this catalogue has, or leave it out."
STILL_ANSWERED = "Calls under that name are answered as long as it stands among the aliases of its tool."


def check(surface: Surface) -> Iterator[Found]:
    gone = _gone(surface)
    for text in surface.texts:
        for word in _unlisted(text.plain, surface, gone):
            hint = gone.get(word, NEVER_THERE)
            yield Found(Level.ERROR, text.tool, text.field, f"No tool is listed as {word}.", hint)
    for tool in surface.tools:
        for path, words in _of_the_code(tool):
            for word in _unlisted(words, surface, gone):
                message = f"The code's own text names {word}, which is not listed."
                yield Found(Level.NOTE, tool.name, f"parameter {path}: description", message, STILL_ANSWERED)


def _gone(surface: Surface) -> dict[str, str]:
    """Names that once were, or are in the code, each with what to do about it; those that are listed may be among them."""
    gone = {tool.text.handler: f"It is called {tool.name} now." for tool in surface.tools}
    gone |= {alias: f"It is called {tool.name} now." for tool in surface.tools for alias in tool.text.aliases}
    off = "It is switched off: switch it on, or leave it out of the text."
    return gone | {tool.name: off for tool in surface.content.tools if not tool.enabled}


def _unlisted(words: str, surface: Surface, gone: dict[str, str]) -> Iterator[str]:
    for word in named_in(words):
        if (word in gone or find_handler(word) or looks_like_a_tool(word)) and not surface.names.know(word):
            yield word


def _of_the_code(tool: LintedTool) -> Iterator[tuple[str, str]]:
    """What a client lists of parameters' parts: the draft words only the parameters themselves."""
    for path, node in nodes(tool.inputs):
        if path and path not in tool.parameters:
            yield path, str(node.get("description", ""))


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
