"""Advice on the words of a catalogue, before they are published: `lint(content)`. Its rules are described in docs/lint.md."""

from catalog.tools.lint.engine import lint
from catalog.tools.lint.report import Finding, Level, LintReport
from catalog.tools.lint.size import estimated_tokens

__all__ = ["Finding", "Level", "LintReport", "estimated_tokens", "lint"]
