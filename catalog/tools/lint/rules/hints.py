import re
from collections.abc import Iterator

from catalog.tools.lint.examples import describing, searching
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.tool import LintedTool

WRITES = re.compile(
    r"\s*(?:saves?|stores?|creates?|adds?|updates?|changes?|edits?|removes?|deletes?|sends?|submits?|books?|appl(?:y|ies)|cancels?"
    r"|posts?|publish(?:es)?|moves?|uploads?)\b",
    re.IGNORECASE,
)
DESTROYS = re.compile(r"\s*(?:deletes?|erases?|wipes?|destroys?|cancels?)\b", re.IGNORECASE)


def check(surface: Surface) -> Iterator[Found]:
    for tool in surface.tools:
        text = tool.text
        if text.read_only_hint and text.destructive_hint:
            yield _found(Level.ERROR, tool, "destructive hint", "It is read-only and destructive at once.")
        if text.read_only_hint and WRITES.match(text.description):
            yield _found(
                Level.CAREFUL, tool, "read only hint", "Its text says that it changes something; its hint says not."
            )
        if DESTROYS.match(text.description) and not text.destructive_hint:
            yield _found(
                Level.CAREFUL, tool, "destructive hint", "Its text says that it destroys something; its hint says not."
            )


def _found(level: Level, tool: LintedTool, field: str, message: str) -> Found:
    return Found(
        level, tool.name, field, message, "Set the hint as the code behaves: hosts ask people for consent by it."
    )


RULE = Rule(
    id="hints",
    finds="Hints that contradict each other, or the tool's own text.",
    why="Hosts skip the question to the user for read-only tools, so a wrong hint acts without consent.",
    check=check,
    good=(
        searching("“Finds open jobs …”, read-only."),
        searching(
            "“Saves jobs …”, not read-only.",
            description="Saves jobs for this conversation, by id.",
            read_only_hint=False,
        ),
    ),
    bad=(
        searching("Read-only and destructive.", Level.ERROR, destructive_hint=True),
        describing("Saves jobs to this conversation's shortlist, and tells which ones it holds.", Level.CAREFUL),
        searching(
            "“Deletes …”, not destructive.",
            Level.CAREFUL,
            description="Deletes saved jobs of this conversation.",
            read_only_hint=False,
        ),
    ),
)
