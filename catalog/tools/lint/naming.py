"""The names that a text may use: tools, what they take and give, and the values that they know."""

import re
from dataclasses import dataclass
from functools import lru_cache

from catalog.tools.lint.schemas import nodes, values_of
from catalog.tools.lint.tool import LintedTool

ENVELOPE = {
    "output",
    "agent_directions",
    "assistant_instruction",
    "reason",
    "error",
    "code",
    "message",
    "hint",
    "fields",
    "outcome",
}
SNAKE = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b")
MARKED = re.compile(r"`([a-z][a-z0-9_]*)`")
PATH = re.compile(r"\b[a-z_]\w*(?:\[\])?(?:\.[a-z_]\w*(?:\[\])?)+")
PLACEHOLDER = re.compile(r"\{[^}]*\}")
_VERBS = (
    "search find get fetch read list show render display update create add delete remove save compare book send submit apply"
    " query lookup browse open view check export import suggest recommend rank filter match run call"
)
VERBS = frozenset(_VERBS.split(" "))


@dataclass(frozen=True)
class Names:
    """What can be named. `fields` are the last parts of all paths, `values` those of enums, defaults and outcomes."""

    tools: frozenset[str]
    paths: frozenset[str]
    output_paths: frozenset[str]
    fields: frozenset[str]
    values: frozenset[str]

    def know(self, word: str) -> bool:
        return word in self.tools or word in self.fields or word in self.values or word in ENVELOPE


def names_of(tools: tuple[LintedTool, ...]) -> Names:
    """Of all tools together: a render tool's text names fields of data tools."""
    given = frozenset(path for tool in tools for path in tool.output_paths)
    taken = frozenset(path for tool in tools for path in tool.input_paths)
    fields = frozenset(part for path in given | taken for part in re.split(r"\W+", path) if part)
    values = frozenset(str(value) for tool in tools for value in _values(tool))
    return Names(frozenset(tool.name for tool in tools), given | taken, given, fields, values)


def _values(tool: LintedTool) -> list[object]:
    enums = [value for _, node in nodes(tool.inputs) for value in values_of(node)]
    outcomes = [outcome.code for outcome in tool.handler.outcomes] if tool.handler else []
    rows = [
        value
        for row in tool.text.parameters
        for value in (row.default, row.fixed, *(row.allowed or ()))
        if value is not None
    ]
    return [*enums, *outcomes, *rows]


@lru_cache(maxsize=1024)
def named_in(plain: str) -> tuple[str, ...]:
    """Every word_with_underscores of a text, once, apart from paths and placeholders."""
    words = PATH.sub(" ", PLACEHOLDER.sub(" ", plain)) if "_" in plain else ""
    return tuple(dict.fromkeys(SNAKE.findall(words)))


def looks_like_a_tool(word: str) -> bool:
    """`search_jobs`: a verb first."""
    return word.split("_", 1)[0] in VERBS and "_" in word
