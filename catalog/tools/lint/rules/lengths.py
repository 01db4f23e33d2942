from collections.abc import Iterator
from dataclasses import dataclass

from catalog.tools.lint.examples import SEARCH, describing, directing, instructing, parameter, searching
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.texts import Kind, Text


@dataclass(frozen=True)
class Measure:
    """In characters: more than `much` is careful, more than `most` an error."""

    much: int
    most: int


MEASURES = {
    Kind.INSTRUCTIONS: Measure(1_024, 2_000),
    Kind.DESCRIPTION: Measure(1_024, 2_000),
    Kind.TITLE: Measure(40, 80),
    Kind.PARAMETER: Measure(300, 600),
    Kind.STATUS: Measure(48, 64),
    Kind.DIRECTION: Measure(240, 300),
}
LEAST = 30  # characters of a description; less doesn't tell a tool from another


def check(surface: Surface) -> Iterator[Found]:
    for text in surface.texts:
        length, measure = len(text.words.strip()), MEASURES[text.kind]
        if length > measure.most:
            yield _too_long(text, Level.ERROR, f"It has {length:,} characters, and {measure.most:,} is the most.")
        elif length > measure.much:
            yield _too_long(
                text, Level.CAREFUL, f"It has {length:,} characters; some clients cut it at {measure.much:,}."
            )
        elif text.kind is Kind.DESCRIPTION and length < LEAST:
            hint = "Say what it finds or does, with what, and what comes back."
            yield Found(Level.CAREFUL, text.tool, text.field, f"It has only {length} characters.", hint)


def _too_long(text: Text, level: Level, message: str) -> Found:
    return Found(level, text.tool, text.field, message, "Say it shorter; what matters first comes first.")


def _of_length(characters: int) -> str:
    return (SEARCH.description + " " + "Jobs that state no pay stay in. " * 70)[:characters]


RULE = Rule(
    id="lengths",
    finds="A text that is too long for some clients or for all of them, or too short to tell anything.",
    why="Clients cut long texts without a word, and every model pays for each of them before its first call.",
    check=check,
    good=(
        describing(SEARCH.description),
        searching("A description of 1,024 characters.", description=_of_length(1024)),
    ),
    bad=(
        searching("A description of 1,100 characters.", Level.CAREFUL, description=_of_length(1100)),
        searching("A description of 2,001 characters.", Level.ERROR, description=_of_length(2001)),
        describing("Finds jobs.", Level.CAREFUL),
        searching("A title of 90 characters.", Level.ERROR, title="Search jobs by title and place " * 3),
        searching(
            "Titled “Search all the open jobs of this board by title”",
            Level.CAREFUL,
            title="Search all the open jobs of this board by title",
        ),
        parameter("query", "Job title or skills. " * 18, Level.CAREFUL),
        directing("Search again. " * 20, Level.CAREFUL),
        instructing("A job board's open jobs. " * 60, Level.CAREFUL),
    ),
)
