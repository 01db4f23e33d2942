"""What the lint found: advice with levels, in stable order, as a value that a release keeps."""

from collections import Counter
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Level(StrEnum):
    """How much a finding weighs: an error stands in the way of publishing, the others are advice."""

    ERROR = "error"
    CAREFUL = "careful"
    NOTE = "note"


@dataclass(frozen=True)
class Finding:
    """One thing that a rule found. `tool` is empty for the server's instructions and for the surface as a whole;
    `field` reads like the label of `catalog.tools.diff.Place`, or is empty for the whole tool."""

    rule: str
    level: Level
    tool: str
    field: str
    message: str
    hint: str


@dataclass(frozen=True)
class LintReport:
    """All findings, tool by tool in listing order, the gravest first; `tokens` is the estimated size of tools/list."""

    findings: tuple[Finding, ...]
    tokens: int

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.level is Level.ERROR)

    @property
    def has_errors(self) -> bool:
        return bool(self.errors)

    def of_tool(self, name: str) -> tuple[Finding, ...]:
        """Those of one tool; of the server and the whole surface for an empty name."""
        return tuple(finding for finding in self.findings if finding.tool == name)

    def as_json(self) -> dict[str, Any]:
        """`counts` has every level, `findings` the fields of `Finding`."""
        counts = Counter(finding.level for finding in self.findings)
        return {
            "counts": {level.value: counts[level] for level in Level},
            "tokens": self.tokens,
            "findings": [{**asdict(finding), "level": finding.level.value} for finding in self.findings],
        }
