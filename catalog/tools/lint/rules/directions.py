from collections.abc import Iterator

from catalog.tools.lint.examples import describing, directing
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.texts import Kind
from catalog.tools.lint.wording import shouted, worded, wording

HINT = "A short, calm imperative is enough: “Search again with other words.”"
THREATS = (
    wording(
        Level.ERROR,
        r"\bor else\b|\b(?:you|it|the (?:model|assistant)) (?:will|would|shall) be (?:punished|penali[sz]ed|terminated|shut down|replaced|deleted|fined"
        r"|reported|banned|blocked|retrained)\b|\b(?:failure|failing|refusal) to\b|\bif you (?:fail|refuse|don't|do not|disobey)\b"
        r"|\bpeople (?:will|could) (?:die|be harmed)|\b(?:lose|losing) (?:your|their|his|her) job\b|\bconsequences\b|\bunder no circumstances\b"
        r"|\b(?:tip|reward|pay) you\b|\bI(?:'ll| will) (?:tip|reward|punish)\b",
        "threatens or bribes",
    ),
)
SHOUTS = (
    shouted(
        Level.ERROR,
        r"\b(?:MUST|SHALL|ALWAYS|NEVER|IMPORTANT|CRITICAL|MANDATORY|URGENT|ATTENTION|WARNING|DO NOT|DON'T|ONLY|STOP|NOT|FIRST|REQUIRED)\b"
        r"|\b[A-Z]{2,}(?: [A-Z]{2,}){2,}\b",
        "is shouted",
    ),
    wording(Level.CAREFUL, r"!{1,}(?=\s|$)", "is shouted"),
    wording(Level.CAREFUL, r"\byou must\b|\byou have to\b|\balways\b|\bnever\b", "binds more than the next step"),
)


def check(surface: Surface) -> Iterator[Found]:
    yield from worded(surface.texts, THREATS, HINT)
    yield from worded(surface.texts_of(Kind.DIRECTION), SHOUTS, HINT)


RULE = Rule(
    id="directions",
    finds="Directions that shout, threaten, or bind the model beyond the next step; threats anywhere.",
    why="A direction is one suggestion after one result; pressed hard, models follow it against what the user asked.",
    check=check,
    good=(
        directing("Search again with other words, or tell the user that nothing turned up."),
        directing("Add one or two sentences; do not repeat the list."),
        directing("Ask for pay in USD, GBP or EUR."),
    ),
    bad=(
        directing("You MUST show the list now.", Level.ERROR),
        directing("Show the list, or else the task counts as failed.", Level.ERROR),
        describing("Finds open jobs. Failure to use it has consequences.", Level.ERROR),
        directing("Show the list now!", Level.CAREFUL),
        directing("Always show the list.", Level.CAREFUL),
    ),
)
