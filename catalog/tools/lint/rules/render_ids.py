import re
from collections.abc import Iterator

from catalog.tools.handler import DataTool, RenderTool
from catalog.tools.lint.examples import rendering
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.tool import LintedTool

ID = re.compile(r"\bids?\b", re.IGNORECASE)


def check(surface: Surface) -> Iterator[Found]:
    for tool in surface.tools:
        if isinstance(tool.handler, RenderTool) and _takes_ids(tool) and not _says_whence(tool, surface):
            yield Found(
                Level.ERROR,
                tool.name,
                "description",
                "It doesn't say where the ids come from that it takes.",
                f"Name the tool and the field: “ids are values of `jobs[].id` in results of {_a_data_tool(surface)}”.",
            )


def _takes_ids(tool: LintedTool) -> bool:
    return any(ID.fullmatch(path.rpartition(".")[2]) for path in tool.input_paths)


def _says_whence(tool: LintedTool, surface: Surface) -> bool:
    """In one of its sentences an id stands beside the name of a data tool."""
    sources = [re.escape(other.name) for other in surface.tools if isinstance(other.handler, DataTool)]
    source = re.compile(rf"\b(?:{'|'.join(sources) or '(?!)'})\b")
    sentences = re.split(r"(?<=[.!?])\s", tool.text.description)
    return any(ID.search(sentence) and source.search(sentence) for sentence in sentences)


def _a_data_tool(surface: Surface) -> str:
    return next((tool.name for tool in surface.tools if isinstance(tool.handler, DataTool)), "the search tool")


RULE = Rule(
    id="render-ids",
    finds="A render tool whose text doesn't say from which tool's results its ids come.",
    why="Ids of unknown origin are made up, and the widget then shows nothing.",
    check=check,
    good=(
        rendering("`items[].id` are values of `jobs[].id` in results of search_jobs."),
        rendering(
            "It takes ids that search_jobs returned.",
            description="The list is shown to the user. It takes ids that search_jobs returned.",
        ),
    ),
    bad=(
        rendering(
            "The result is shown to the user. It takes one to eight jobs.",
            Level.ERROR,
            description="The result is shown to the user. It takes one to eight jobs.",
        ),
        rendering(
            "… It takes the ids of jobs. Jobs can be found with search_jobs.",
            Level.ERROR,
            description="The result is shown to the user. It takes the ids of jobs. Jobs can be found with search_jobs.",
        ),
    ),
)
