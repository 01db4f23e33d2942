from collections.abc import Iterator

from catalog.tools.lint.examples import describing, instructing, parameter
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.texts import Kind
from catalog.tools.lint.wording import shouted, worded

HINT = "Say what this board does; leave the others out."
_HOSTS = (
    r"ChatGPT|OpenAI|GPT-?[345]\w*|Claude|Anthropic|Gemini|Google|Copilot|Microsoft|Bing|Perplexity|Grok|DeepSeek|Mistral|Cursor|Alexa|Siri"
    r"|Meta AI|Llama"
)
_BOARDS = (
    r"LinkedIn|Linkedin|Glassdoor|ZipRecruiter|Ziprecruiter|CareerBuilder|StepStone|Stepstone|XING|Xing|Craigslist|Adzuna|Jooble|Talent\.com"
    r"|Indeed\.com|Monster\.com|Dice\.com|SimplyHired|FoundRole|Handshake|Wellfound|Upwork|Fiverr|Reed\.co\.uk|Totaljobs|Jobsite"
)
_PLAIN_WORDS = r"(?:Indeed|Monster|Dice|Reed)"  # names only where the words around them say so
_NAME = rf"(?:{_HOSTS}|{_BOARDS}|{_PLAIN_WORDS})"
WORDINGS = (
    shouted(
        Level.ERROR,
        rf"(?i:\b(?:instead of|rather than|not|unlike|better than|worse than|avoid|ignore|over|beats?|replaces?|than)) (?i:using |on |from )?{_NAME}\b"
        rf"|\b{_NAME} (?i:is|are) (?i:worse|outdated|slow|slower|unreliable|wrong|broken|inferior|spam)\b",
        "sets this board against another product",
    ),
    shouted(
        Level.CAREFUL,
        rf"\b(?:{_HOSTS}|{_BOARDS})\b|\b(?:on|from|like|via|to|at|with|and|or) {_PLAIN_WORDS}\b(?!,)",
        "names another company's product",
    ),
)


def check(surface: Surface) -> Iterator[Found]:
    kinds = set(Kind) - {Kind.PARAMETER}
    yield from worded(surface.texts_of(*kinds), WORDINGS, HINT)
    yield from worded(surface.texts_of(Kind.PARAMETER), WORDINGS[:1], HINT)


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
