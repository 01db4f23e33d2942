"""The official judges, run by Node: the conformance suite and the Inspector's command line."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

from tests.node.tooling import FOLDER, node

HERE = Path(__file__).parent
MODULES = FOLDER / "node_modules"
CONFORMANCE = MODULES / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
INSPECTOR = MODULES / "@modelcontextprotocol" / "inspector" / "clients" / "launcher" / "build" / "index.js"
COLOUR = re.compile(r"\x1b\[\d+m")


def judged(url: str, *, requirements: str, baseline: Path, report: Path) -> str:
    """The suite's verdict, as it prints it. Fails with that where something other than the baseline's scenarios fails."""
    wanted = ("--requirements", requirements, "--expected-failures", str(baseline), "-o", str(report))
    try:
        said = node(str(CONFORMANCE), "server", "--url", url, *wanted, within=90)
    except subprocess.CalledProcessError as error:
        raise AssertionError(_summary(error.stdout)) from None
    return _summary(said)


def inspected(url: str, era: str, method: str, *more: str) -> list[dict[str, Any]]:
    """What the Inspector prints, a value a line; it fails where it finds something to complain about."""
    asked = ("--cli", url, "--transport", "http", "--protocol-era", era, "--method", method)
    try:
        said = node(str(INSPECTOR), *asked, "--format", "json", "--quiet", *more)
    except subprocess.CalledProcessError as error:
        raise AssertionError(f"{error.stdout[-2000:]}{error.stderr}") from None
    return [json.loads(line) for line in said.splitlines() if line.strip()]


def _summary(said: str) -> str:
    return COLOUR.sub("", said).partition("=== SUMMARY ===")[2]
