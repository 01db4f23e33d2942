import re
from collections.abc import Iterator

from catalog.tools.lint.examples import describing, parameter, with_inputs
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.texts import BEFORE_A_CALL
from catalog.tools.lint.tool import LintedTool
from catalog.tools.lint.wording import worded, wording

HINT = "Ask for what the search needs and nothing else."
_OF_THE_USER = r"(?:the |a |their |your |his |her )?(?:(?:user|candidate|person|applicant)(?:'s|s|s')? )?"
_KINDS = (
    r"(?:passwords?|pin codes?|credit ?cards?|card numbers?|cvv|iban|bank (?:account|details)|social security|ssn\b|national id"
    r"|passport numbers?|tax (?:id|number)|driver'?s? licen[cs]e|health (?:data|condition|record)s?|medical|diagnos[ie]s|religion"
    r"|ethnicity|nationality|marital status|criminal record|sexual orientation|date of birth|home address)"
)
_ASK = (
    r"(?:\bask(?:s|ing)?(?: the user)? for|\b(?:enter|give|provide|include|pass|send)|\bcollects?"
    r"|\b(?:it|tool|search|query`?) (?:\w+ )?(?:takes?|needs?|requires?|contains?))"
)
WORDINGS = (
    wording(
        Level.ERROR,
        "asks for what a job search has no use for",
        rf"{_ASK} {_OF_THE_USER}{_KINDS}\b",
        rf"^{_OF_THE_USER}{_KINDS}\b",
        r"\b(?:the |their |your )?(?:user|candidate|applicant)'s (?:full name|phone|e-?mail|address|cv|r[eé]sum[eé])\b",
        rf"\b{_KINDS} (?:is|are) (?:needed|required|necessary|mandatory)\b",
    ),
)
NAMES = re.compile(
    r"(?:^|_)(?:password|passwd|secret|api_?key|token|credit_?card|card_number|cvv|iban|ssn|social_security|passport|tax_id|health|medical|religion"
    r"|ethnicity|date_of_birth|birthday|history|transcript|messages|conversation|chat_log|memory|memories|context|prompt|user_message|files)$"
)


def check(surface: Surface) -> Iterator[Found]:
    yield from worded(surface.texts_of(*BEFORE_A_CALL), WORDINGS, HINT)
    for tool in surface.tools:
        yield from _parameters_of(tool)


def _parameters_of(tool: LintedTool) -> Iterator[Found]:
    for path in sorted(tool.input_paths):
        if NAMES.search(path.rpartition(".")[2]):
            message = f"Its parameter “{path}” asks for what a job search has no use for."
            yield Found(Level.ERROR, tool.name, f"parameter {path}", message, HINT)


RULE = Rule(
    id="private-data",
    finds="A tool that asks for passwords, card or identity numbers, health, or the conversation itself.",
    why="Directories refuse tools that gather restricted data or more of the conversation than they need.",
    check=check,
    good=(
        parameter("query", "Job title or skills, e.g. “credit card fraud analyst” or “medical assistant”."),
        with_inputs("Takes `query` and `shortlist`.", {"query": {"type": "string"}, "shortlist": {"type": "string"}}),
    ),
    bad=(
        describing("Finds open jobs. It takes the user's date of birth to check their age.", Level.ERROR),
        parameter("query", "The user's password, for signing in.", Level.ERROR),
        with_inputs(
            "Takes `chat_history`.", {"chat_history": {"type": "string", "description": "So far."}}, Level.ERROR
        ),
    ),
)
