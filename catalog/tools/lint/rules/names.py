import re
from collections.abc import Iterator

from catalog.models.tool import TOOL_NAME
from catalog.tools.lint.examples import searching
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.texts import quoted
from catalog.tools.lint.tool import LintedTool

FORM = re.compile(TOOL_NAME.regex)
PROMOTION = {
    "amazing",
    "awesome",
    "best",
    "free",
    "great",
    "leading",
    "official",
    "premium",
    "pro",
    "super",
    "top",
    "ultimate",
}
IN_A_TITLE = PROMOTION - {
    "best",
    "free",
    "great",
    "leading",
    "pro",
    "top",
}  # these have their plain use there: “Best paid jobs”
ANYTHING = {
    "call",
    "do",
    "exec",
    "execute",
    "handle",
    "helper",
    "invoke",
    "main",
    "perform",
    "process",
    "run",
    "task",
    "tool",
}


def check(surface: Surface) -> Iterator[Found]:
    for tool in surface.tools:
        yield from _of_name(tool)
        for word in re.findall(r"\w+", tool.text.title.lower()):
            if word in IN_A_TITLE:
                yield _promotion(tool, "title", word)


def _of_name(tool: LintedTool) -> Iterator[Found]:
    if not FORM.match(tool.name):
        hint = "Use 4 to 64 lower-case letters, digits and underscores, a letter first: `search_jobs`."
        yield Found(Level.ERROR, tool.name, "name", f"{quoted(tool.name)} is no name that every client takes.", hint)
    words = [word for word in re.split(r"[\W_\d]+", tool.name.lower()) if word]
    for word in words:
        if word in PROMOTION:
            yield _promotion(tool, "name", word)
    if words and ANYTHING.issuperset(words):
        message = f"{quoted(tool.name)} doesn't say what the tool does."
        yield Found(Level.CAREFUL, tool.name, "name", message, "Name it by a verb and what it acts on: `search_jobs`.")


def _promotion(tool: LintedTool, field: str, word: str) -> Found:
    message = f"“{word}” praises instead of telling what the tool does."
    return Found(Level.CAREFUL, tool.name, field, message, "Leave it out: directories refuse promotion.")


RULE = Rule(
    id="names",
    finds="A name that clients may refuse, that says nothing, or that praises.",
    why="Clients drop tools with other names, and directories turn back praise; a model chooses by the name first.",
    check=check,
    good=(
        searching("search_jobs"),
        searching("remote_jobs_2", name="remote_jobs_2"),
        searching("Titled “Best paid jobs”", title="Best paid jobs"),
    ),
    bad=(
        searching("Search-Jobs", Level.ERROR, name="Search-Jobs"),
        searching("job", Level.ERROR, name="job"),
        searching("best_job_search", Level.CAREFUL, name="best_job_search"),
        searching("run_tool", Level.CAREFUL, name="run_tool"),
        searching("Titled “Ultimate job search”", Level.CAREFUL, title="Ultimate job search"),
    ),
)
