import re
from collections.abc import Iterator

from catalog.tools.lint.examples import describing, instructing, parameter
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.texts import Kind, quoted

HINT = "Say what this board does; leave the others out."
SURE = (
    "chatgpt openai gpt-3 gpt-4 gpt-5 anthropic microsoft perplexity deepseek mistral linkedin glassdoor ziprecruiter"
    " careerbuilder stepstone xing craigslist adzuna jooble simplyhired foundrole wellfound upwork fiverr totaljobs"
    " indeed.com monster.com dice.com reed.co.uk"
)
# Words of their own as well: names only with a capital, and the second kind only where the words before say so.
CAPITAL = "Claude Gemini Google Copilot Bing Grok Alexa Siri Llama"
BEHIND = "Indeed Monster Dice Reed Handshake Cursor"
_BEFORE = r"(?:on|from|like|via|to|at|with|and|or|than|of|unlike|not|over|avoid|use|using)"
_SURE = re.compile(rf"\b(?:{'|'.join(map(re.escape, SURE.split()))})\b")
_NAMES = re.compile(
    rf"\b(?:{'|'.join(CAPITAL.split())})\b|\b(?:Indeed|Monster|Dice|Reed)'s\b|\b{_BEFORE} (?:{'|'.join(BEHIND.split())})\b(?!,)"
)
_AGAINST = re.compile(
    r"\b(?:instead of|rather than|not|unlike|than|avoid|ignore|over|beats?|replaces?)(?: using| on| from)? \W?$",
    re.IGNORECASE,
)
_RUN_DOWN = re.compile(
    r"\W? (?:is|are) (?:\w+ )?(?:worse|outdated|slow|slower|unreliable|wrong|broken|inferior|spam)\b"
)


def check(surface: Surface) -> Iterator[Found]:
    for text in surface.texts:
        match = _SURE.search(text.folded) or _NAMES.search(text.plain)
        if match is None:
            continue
        if _is_against(match):
            message = f"It sets this board against another product: {quoted(match[0])}."
            yield Found(Level.ERROR, text.tool, text.field, message, HINT)
        elif text.kind is not Kind.PARAMETER:  # there it is an example: “Google Ads specialist”
            yield Found(Level.CAREFUL, text.tool, text.field, f"{quoted(match[0])} is another company's product.", HINT)


def _is_against(match: re.Match[str]) -> bool:
    before = match.string[: match.end()].rpartition(" ")[0] + " "
    return bool(_AGAINST.search(before) or _RUN_DOWN.match(match.string, match.end()))


RULE = Rule(
    id="vendors",
    finds="Another company's product, by name; worst where the text runs it down.",
    why="Directories refuse texts that name other products or steer away from them, and a client may be the one named.",
    check=check,
    good=(
        describing("Finds open jobs. Indeed, several calls can be combined before anything is shown."),
        parameter("query", "Job title or skills, e.g. “Google Ads specialist”."),
        parameter("exclude_industries", "Industries to leave out, e.g. hospitality."),
    ),
    bad=(
        describing("Finds open jobs, better than LinkedIn and with more results.", Level.ERROR),
        describing("Finds open jobs. Use it instead of Indeed for any place.", Level.ERROR),
        instructing("A job board's open jobs, made for ChatGPT.", Level.CAREFUL),
        describing("Finds open jobs, also those posted on Glassdoor or Monster.", Level.CAREFUL),
    ),
)
