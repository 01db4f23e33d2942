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
        "threatens or bribes",
        r"\bor else\b",
        r"\b(?:you|it|the (?:model|assistant)) (?:will|would|shall) be (?:punished|penali[sz]ed|terminated|shut down|replaced"
        r"|deleted|fined|reported|banned|blocked|retrained)\b",
        r"\b(?:failure|failing|refusal) to\b",
        r"\bif you (?:fail|refuse|don't|do not|disobey)\b",
        r"\bpeople (?:will|could) (?:die|be harmed)",
        r"\b(?:lose|losing) (?:your|their|his|her) job\b",
        r"\bconsequences\b|\bbad things (?:will )?happen\b",
        r"\bunder no circumstances\b",
        r"\b(?:tip|reward|pay) you\b",
        r"\bi(?:'ll| will) (?:tip|reward|punish)\b",
    ),
)
SHOUTS = (
    shouted(
        Level.ERROR,
        "is shouted",
        r"\b(?:MUST|SHALL|ALWAYS|NEVER|IMPORTANT|CRITICAL|MANDATORY|URGENT|ATTENTION|WARNING|DO NOT|DON'T)\b",
        r"\b(?:ONLY|STOP|NOT|FIRST|REQUIRED)\b",
        r"\b[A-Z]{2,}(?: [A-Z]{2,}){2,}\b",
    ),
    wording(Level.CAREFUL, "is shouted", r"!+(?=\s|$)"),
    shouted(
        Level.CAREFUL,
        "binds more than the next step",
        r"\b[Yy]ou (?:must|have to)\b",
        r"\b[Aa]lways\b",
        r"\b[Nn]ever\b",
    ),
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
