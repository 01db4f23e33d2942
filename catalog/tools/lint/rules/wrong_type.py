import re
from collections.abc import Iterator

from catalog.tools.lint.examples import parameter
from catalog.tools.lint.report import Level
from catalog.tools.lint.rule import Found, Rule
from catalog.tools.lint.surface import Surface
from catalog.tools.lint.texts import Kind, quoted, unquoted
from catalog.tools.plain import TYPES

_IS_A = r"(?:^|\bas |\bis )(?:an? )?"
CLAIMS = (
    (
        {"integer", "number"},
        r"\b(?:an?|the|as an?) (?:whole |positive |decimal |single )?(?:number|integer|float|decimal|int)\b(?! of\b)",
        r"\binteger\b|\bnumeric\b",
    ),
    (
        {"boolean"},
        r"\btrue or false\b|\bboolean\b|\b(?:set (?:it )?to|pass) true\b|\byes or no\b",
        r"^true (?:to|if|when|for)\b",
    ),
    ({"array"}, r"(?:^|\bas |\bis |\btakes |\bpass )(?:an? )?(?:json )?(?:list|array)\b", r"\barray of\b"),
    ({"string"}, r"\b(?:comma|space|semicolon)[- ]separated\b", r"\bseparated by (?:commas?|spaces?|semicolons?)\b"),
    ({"string"}, rf"{_IS_A}(?:string|free text|plain text)\b", r"\ba string\b"),
    ({"object"}, rf"{_IS_A}(?:json object|dictionary|mapping)\b"),
)
_CLAIMS = [(types, re.compile("|".join(patterns))) for types, *patterns in CLAIMS]


def check(surface: Surface) -> Iterator[Found]:
    for text in surface.texts_of(Kind.PARAMETER):
        kind = surface.by_name[text.tool].parameters.get(text.name, {}).get("type")
        claims = [(types, match[0]) for types, pattern in _CLAIMS if (match := pattern.search(unquoted(text.folded)))]
        if kind is None or any(kind in types for types, _ in claims):
            continue
        for _, passage in claims[:1]:
            message = f"The text says {quoted(passage)}, and the schema takes {TYPES[kind]}."
            yield Found(
                Level.ERROR,
                text.tool,
                text.field,
                message,
                "Word it as the schema has it: calls that don't fit are refused.",
            )


RULE = Rule(
    id="wrong-type",
    finds="A parameter's text that names another type than its schema.",
    why="Of all faults of wording this one has a measured effect: models believe the text, and the call is refused.",
    check=check,
    good=(
        parameter("limit", "A whole number: how many jobs to return, 25 at most."),
        parameter("locations", 'A list of cities or regions, e.g. ["Austin, TX"].'),
        parameter("query", "Job title, e.g. “number theorist” or “boolean search trainer”.", None),
    ),
    bad=(
        parameter("limit", "How many jobs to return, as a string.", Level.ERROR),
        parameter("locations", "Comma-separated cities.", Level.ERROR),
        parameter("query", "A list of job titles.", Level.ERROR),
        parameter("sort", "Set to true for the newest first.", Level.ERROR),
    ),
)
