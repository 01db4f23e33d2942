"""All rules over one content."""

from catalog.tools.content import CatalogueContent
from catalog.tools.lint.report import Finding, Level, LintReport
from catalog.tools.lint.rules import RULES
from catalog.tools.lint.size import estimated_tokens
from catalog.tools.lint.surface import Surface, surface_of

_GRAVITY = list(Level)


def lint(content: CatalogueContent) -> LintReport:
    """Judges what a client would read of the enabled tools; pure, and never raises. A draft that doesn't fit the code is
    judged by its words alone: that it doesn't fit is the compiler's to say."""
    surface = surface_of(content)
    tokens = sum(estimated_tokens(tool.compiled) for tool in surface.tools if tool.compiled)
    return LintReport(_in_order(findings_on(surface), surface), tokens)


def findings_on(surface: Surface) -> list[Finding]:
    """Rule by rule, each finding once."""
    found = (
        Finding(rule.id, item.level, item.tool, item.field, item.message, item.hint)
        for rule in RULES
        for item in rule.check(surface)
    )
    return list(dict.fromkeys(found))


def _in_order(findings: list[Finding], surface: Surface) -> tuple[Finding, ...]:
    """The server first, then tool by tool; within one, the gravest first, then as the rules stand."""
    places = {"": -1, **{tool.name: place for place, tool in enumerate(surface.tools)}}
    return tuple(sorted(findings, key=lambda finding: (places[finding.tool], _GRAVITY.index(finding.level))))
