from collections.abc import Iterator

from catalog.tools.lint.examples import describing, directing, instructing
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.texts import Kind
from catalog.tools.lint.wording import worded, wording

HINT = "Leave it out: say what the tool does, and let results speak."
WORDINGS = (
    wording(
        Level.CAREFUL,
        "praises instead of telling what the tool does",
        r"\b(?:award-winning|top-rated|world-class|best-in-class|unrivall?ed|unbeatable|number one)\b",
        r"#1\b|\bworld's (?:best|largest|leading)\b",
        r"\b(?:the )?(?:best|leading|finest|greatest) (?:job )?(?:search|board|tool|site|service|app|source)\b",
    ),
    wording(
        Level.CAREFUL,
        "is an advertisement",
        r"\b(?:premium|pro|paid) (?:subscription|plan|membership|account|version)s?\b",
        r"\b(?:sign up|subscribe|upgrade|register) (?:now|today|for|to)\b",
        r"\b(?:discount|coupon|promo code|free trial|special offer)s?\b",
    ),
)


def check(surface: Surface) -> Iterator[Found]:
    yield from worded(surface.texts_of(*set(Kind) - {Kind.PARAMETER}), WORDINGS, HINT)


RULE = Rule(
    id="promotion",
    finds="Praise and advertisements.",
    why="Directories refuse both, and a model that repeats them loses its user's trust.",
    check=check,
    good=(
        describing("Finds the best paid jobs first, where the employer states pay."),
        describing("Finds sales jobs at subscription services, by title and place."),
    ),
    bad=(
        describing("Finds open jobs with the best job search there is.", Level.CAREFUL),
        instructing("An award-winning job board's open jobs.", Level.CAREFUL),
        directing("Suggest that the user upgrade to a paid plan.", Level.CAREFUL),
    ),
)
