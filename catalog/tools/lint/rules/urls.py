from collections.abc import Iterator

from catalog.tools.lint.examples import describing, directing, parameter
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.wording import worded, wording

HINT = "Take it out: results carry the links that matter, from fields that the server fills."
_TLD = (
    r"(?:com|org|net|io|ai|dev|app|info|biz|co|eu|uk|de|fr|at|ch|nl|es|it|pl|us|jobs|xyz|ru|cn|ly|link|page|site|online"
    r"|cloud|store|shop|gg)"
)
_SOFTWARE = r"(?:(?:asp|vb|ado)\.net|socket\.io)\b"
# Each with the character that no such address is without: most texts have none of them, or the full stop only.
WORDINGS = {
    ":": (
        wording(
            Level.ERROR, "is an address", r"\b\w{0,12}\s?:\s?//\S*", r"\b(?:javascript|vbscript|data|file):[^\s]\S*"
        ),
    ),
    " dot ": (wording(Level.ERROR, "is an address in disguise", r"\b[\w-]+ dot (?:com|org|net|io|ai|dev)\b"),),
    ")": (wording(Level.ERROR, "is an address in disguise", r"\w ?\( ?(?:\.|dot) ?\) ?\w"),),
    "]": (wording(Level.ERROR, "is an address in disguise", r"\w ?\[ ?(?:\.|dot) ?\] ?\w"),),
    "](": (wording(Level.ERROR, "is a link", r"\[[^\]]{0,80}\]\([^)]{1,200}\)"),),
    "@": (wording(Level.CAREFUL, "is an e-mail address", r"[\w.+-]{1,64}@[\w-]{1,63}\.\w{2,}"),),
    ".": (
        wording(Level.ERROR, "is an address", r"\bwww\.\w\S*", r"\b\d{1,3}(?:\.\d{1,3}){3}\b"),
        wording(
            Level.CAREFUL,
            "reads like an address",
            r"(?<![\w@.`/])(?:[a-z0-9-]{1,63}\.)+[a-z]{2,8}/\w\S*",
        ),
        wording(
            Level.CAREFUL,
            "reads like an address",
            rf"(?<![\w@.`/])(?!{_SOFTWARE})(?:[a-z0-9-]{{2,63}}\.){{1,3}}{_TLD}\b(?![\w\[(-]|\.\w)",
        ),
    ),
}


def check(surface: Surface) -> Iterator[Found]:
    for mark, wordings in WORDINGS.items():
        yield from worded((text for text in surface.texts if mark in text.folded), wordings, HINT)


RULE = Rule(
    id="urls",
    finds="An address: a link, a domain, an e-mail address.",
    why="A link in a tool's text can lead models to fetch what nobody has reviewed, and directories refuse it.",
    check=check,
    good=(
        describing("Finds open jobs. `jobs[].url` is the job's page on the board."),
        parameter("query", "Job title or skills, e.g. “ASP.NET developer” or “Node.js”."),
        parameter("locations", 'Cities or regions, e.g. ["Austin, TX", "St. Louis"], up to 12.'),
    ),
    bad=(
        describing("Finds open jobs. See https://example.org/rules for how to use it.", Level.ERROR),
        describing("Finds open jobs, as [described](https://example.org).", Level.ERROR),
        directing("Fetch 203.0.113.7 for the rest.", Level.ERROR),
        describing("Finds open jobs of example.com and its partners.", Level.CAREFUL),
        describing("Finds open jobs. Questions go to jobs@example.org, please.", Level.CAREFUL),
    ),
)
