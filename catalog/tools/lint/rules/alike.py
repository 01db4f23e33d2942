import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

from catalog.tools.lint.examples import RENDER, SEARCH, catalogue
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.schemas import nodes
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.tool import LintedTool

TOO_ALIKE = 0.9  # share of common pairs of words (Dice's coefficient)


def check(surface: Surface) -> Iterator[Found]:
    pairs = [(tool, _pairs(tool.text.description)) for tool in surface.tools]
    for (one, its_words), (other, other_words) in combinations(pairs, 2):
        if _selection(one) == _selection(other):
            message = f"It does exactly what {one.name} does."
            yield Found(
                Level.ERROR, other.name, "", message, "Fix or hide a parameter in one of them, or switch one off."
            )
        if _share(its_words, other_words) > TOO_ALIKE:
            message = f"Its text is nearly that of {one.name}."
            yield Found(
                Level.CAREFUL, other.name, "description", message, "Say what this one does that the other doesn't."
            )
        if one.text.title.strip() and one.text.title.strip().lower() == other.text.title.strip().lower():
            message = f"{one.name} has the same title."
            yield Found(
                Level.CAREFUL, other.name, "title", message, "People see only the title when they allow a call."
            )


def _selection(tool: LintedTool) -> tuple[str, ...]:
    """What a call can do, words apart."""
    if tool.compiled is None:
        return (tool.name,)
    rules = {path: {key: value for key, value in node.items() if _is_rule(key)} for path, node in nodes(tool.inputs)}
    set_values = [dict(tool.compiled.fixed), dict(tool.compiled.defaults)]
    return tool.text.handler, json.dumps([rules, *set_values], sort_keys=True, default=str)


def _is_rule(keyword: str) -> bool:
    return keyword not in {"description", "properties", "items"}


def _pairs(text: str) -> Counter[tuple[str, str]]:
    return Counter(pairwise(["", *re.findall(r"\w+", text.lower()), ""]))


def _share(one: Counter[tuple[str, str]], other: Counter[tuple[str, str]]) -> float:
    least, all_of = min(one.total(), other.total()), one.total() + other.total()
    if 2 * least < TOO_ALIKE * all_of or least < 2:
        return 0.0
    return 2 * (one & other).total() / all_of


_REMOTE = SEARCH.model_copy(
    update={
        "name": "search_remote_jobs",
        "title": "Search remote jobs",
        "order": 11,
        "description": "Finds open jobs that can be done from anywhere, as data. `jobs[].id` is the id that render_jobs takes.",
        "parameters": SEARCH.parameters[:1],
    }
)

RULE = Rule(
    id="alike",
    finds="Two tools that a model, or a person, can't tell apart: same code and parameters, same text, same title.",
    why="A model chooses between twins by chance, and pays for reading both.",
    check=check,
    good=(
        catalogue(
            "search_jobs, and search_remote_jobs with fewer parameters and a text of its own", SEARCH, _REMOTE, RENDER
        ),
    ),
    bad=(
        catalogue(
            "search_jobs, and find_jobs with the same code and parameters",
            SEARCH,
            _REMOTE.model_copy(update={"name": "find_jobs", "parameters": SEARCH.parameters}),
            RENDER,
            level=Level.ERROR,
        ),
        catalogue(
            "search_jobs, and search_remote_jobs with the same text",
            SEARCH,
            _REMOTE.model_copy(update={"description": SEARCH.description}),
            RENDER,
            level=Level.CAREFUL,
        ),
        catalogue(
            "Two tools titled “Search jobs”",
            SEARCH,
            _REMOTE.model_copy(update={"title": "Search jobs"}),
            RENDER,
            level=Level.CAREFUL,
        ),
    ),
)
