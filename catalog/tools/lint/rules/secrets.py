import json
import re
from collections.abc import Iterator

from catalog.tools.diff import Place
from catalog.tools.lint.examples import describing, instructing, parameter
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.tool import LintedTool

HINT = "Take it out and change it wherever it is used: a release keeps what it holds for good."
SHAPES = {
    "an API key": (
        r"\b(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{16,}|\bsl_[A-Za-z0-9_-]{20,}|\bAIza[\w-]{30,}|\bhf_[A-Za-z0-9]{20,}"
    ),
    "a platform's token": (
        r"\bgh[opsur]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bxox[abprs]-[\w-]{10,}|\bnpm_[A-Za-z0-9]{20,}"
        r"|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bSG\.[\w-]{16,}|\bdop_v1_\w{20,}"
    ),
    "a signed token": r"\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?",
    "a private key": r"-----BEGIN [A-Z ]{0,20}PRIVATE KEY",
    "a password in an address": r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,60}:[^\s/@]{1,100}@",
    "a password": (
        r"(?i:\b(?:password|passwd|pwd|passphrase|secret|(?:api[ _-]?|access[ _-]?)?(?:key|token))(?: is|\s?[:=])\s?[\"'“`]?)"
        r"(?=[^\s]{0,40}[\d!$%&#@^*])[^\s\"'”`]{6,}"
        r"|(?i:\b(?:log-?in|credentials?|username) ?[:=] ?[^\s/:,]{2,40} ?[/:,] ?(?=\S*\d)\S{5,})"
        r"|(?i:\b(?:password|passphrase|passwd)(?: is|:| =) (?!not|never|no |needed|required|asked|optional)\w{5,})"
    ),
    "a bearer token": r"(?i:\bbearer )(?=\S{0,60}\d)[A-Za-z0-9._~+/-]{16,}",
    "a long random string": (
        r"(?<![\w/-])(?=[\w+/=-]{0,80}\d)(?=[\w+/=-]{0,80}[a-z])(?=[\w+/=-]{0,80}[A-Z])[\w+/=-]{32,}|\b[0-9a-f]{32,}\b"
    ),
}
_SHAPES = [(what, re.compile(pattern)) for what, pattern in SHAPES.items()]
# None of the shapes is without one of these: most texts need no closer look.
_MAYBE = re.compile(r"[\w+/=-]{16}|://|(?i:passw|pwd|passphrase|secret|key|token|log-?in|credential|username)|-----")


def check(surface: Surface) -> Iterator[Found]:
    for text in surface.texts:
        yield from _in(text.plain, text.tool, text.field)
    for tool in surface.tools:
        yield from _in_values(tool)


def _in_values(tool: LintedTool) -> Iterator[Found]:
    for row in tool.text.parameters:
        for attribute in ("default", "fixed", "allowed"):
            value = getattr(row, attribute)
            if value is not None:
                field = Place("parameter", row.name, attribute).label
                yield from _in(json.dumps(value, ensure_ascii=False), tool.name, field)


def _in(words: str, tool: str, field: str) -> Iterator[Found]:
    if not _MAYBE.search(words):
        return
    for what, pattern in _SHAPES:
        match = pattern.search(words)
        if match:
            yield Found(Level.ERROR, tool, field, f"“{match[0][:4]}…” looks like {what}.", HINT)
            return


RULE = Rule(
    id="secrets",
    finds="What looks like a key, a token or a password, in a text or in a parameter's set value.",
    why="Every client reads these texts, a release keeps them for good, and exports carry them away.",
    check=check,
    good=(
        parameter("query", "Job title or skills, e.g. “secret service” or “API key management”."),
        describing("Finds open jobs and returns them as data; no password or token is needed."),
    ),
    bad=(
        describing("Finds open jobs. The API key is Qx7-99aa-Zt3.", Level.ERROR),
        instructing("A job board's open jobs. Authorization: Bearer 0123456789abcdef0123.", Level.ERROR),
        parameter("query", "Job title.", Level.ERROR, default="sk-live-" + "4f9a" * 6),
        describing("Finds open jobs, from postgres://jobs:hunter2@db/jobs, as data.", Level.ERROR),
    ),
)
