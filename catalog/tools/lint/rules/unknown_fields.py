import re
from collections.abc import Iterator

from catalog.tools.lint.examples import describing, directing, parameter, rendering
from catalog.tools.lint.naming import MARKED, PATH, Names, looks_like_a_tool, named_in
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.texts import Text

SOURCE = re.compile(r"\b(?:values? of|taken from|come from|copied from|from|in) [`“]?$", re.IGNORECASE)
GIVER = re.compile(
    r"[`”]? (?:(?:in|of|from) (?:the )?(?:results? of )?)(?P<tools>`?\w+`?(?:(?:, | or | and )`?[a-z]+_\w+`?)*)"
)


def check(surface: Surface) -> Iterator[Found]:
    if any(tool.compiled is None for tool in surface.tools):
        return  # the names of a tool that doesn't fit the code are not known
    names = surface.names
    for text in surface.texts:
        for match in PATH.finditer(text.plain) if "[]" in text.plain or "`" in text.plain else ():
            yield from _of_path(match, text, names, surface)
        for word in dict.fromkeys([*MARKED.findall(text.plain), *named_in(text.plain)]):
            if not names.know(word) and not looks_like_a_tool(word):
                message = f"The text names “{word}”, which no tool takes or gives."
                yield Found(
                    Level.CAREFUL,
                    text.tool,
                    text.field,
                    message,
                    "Name it as the schema does, or describe it in words.",
                )


def _of_path(match: re.Match[str], text: Text, names: Names, surface: Surface) -> Iterator[Found]:
    path = match[0].removeprefix("output.")
    is_marked = match.string[match.start() - 1 : match.start()] == "`"
    if "[]" not in path and not is_marked:
        return  # “e.g.”, “Node.js”
    is_source = SOURCE.search(match.string[: match.start()])
    if path not in (names.output_paths if is_source else names.paths):
        hint = f"Results have {_near(path, names)}." if _near(path, names) else "Name a field that a tool gives."
        yield Found(Level.ERROR, text.tool, text.field, f"No tool gives `{path}`.", hint)
        return
    for name in _givers(match):
        tool = surface.by_name.get(name)
        if tool and path not in tool.output_paths and (is_source or path not in tool.input_paths):
            givers = ", ".join(other.name for other in surface.tools if path in other.output_paths)
            hint = f"It stands in results of {givers}." if givers else "Name a field that a tool gives."
            yield Found(Level.ERROR, text.tool, text.field, f"{name} doesn't give `{path}`.", hint)


def _givers(match: re.Match[str]) -> list[str]:
    """The tools that the text names as the path's source, right behind it."""
    behind = GIVER.match(match.string, match.end())
    return re.findall(r"\w+", behind["tools"]) if behind else []


def _near(path: str, names: Names) -> str:
    """Fields of results with the same last name."""
    last = path.rpartition(".")[2]
    return ", ".join(
        f"`{other}`" for other in sorted(names.output_paths) if other.rpartition(".")[2] == last and "." in other
    )


RULE = Rule(
    id="unknown-fields",
    finds="A field that the text names and no tool gives or takes, above all as the source of ids.",
    why="A model that is sent to a field which isn't there makes the id up.",
    check=check,
    good=(
        describing(
            "Finds open jobs. `jobs[].id` is the id that render_jobs takes; `unknown_pay` counts those that state no pay."
        ),
        rendering("`items[].id` are values of `jobs[].id` in results of search_jobs."),
        directing("Search again without {filter}; matches then: {count}."),
        parameter("query", "Job title or skills, e.g. “Node.js”."),
    ),
    bad=(
        describing("Finds open jobs. `results[].id` is the id that render_jobs takes.", Level.ERROR),
        rendering(
            "`items[].id` are values of `items[].id` in results of search_jobs.",
            Level.ERROR,
            description="The result is shown to the user. `items[].id` are values of `items[].id` in results of search_jobs.",
        ),
        rendering(
            "`items[].id` are values of `not_shown[].id` in results of search_jobs.",
            Level.ERROR,
            description="The result is shown to the user. `items[].id` are values of `not_shown[].id` in results of search_jobs.",
        ),
        describing("Finds open jobs. `salary_band` is the employer's own.", Level.CAREFUL),
    ),
)
