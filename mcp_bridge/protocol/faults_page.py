"""docs/errors.md's tables, made from `faults.py`: `python -m mcp_bridge.protocol.faults_page` writes them."""

import re
from collections.abc import Mapping
from pathlib import Path

from mcp_bridge.protocol.fault import Answer, Fault
from mcp_bridge.protocol.faults import EDGE, PROTOCOL, RESULT

PAGE = Path(__file__).parents[2] / "docs" / "errors.md"
TABLES: Mapping[str, Mapping[str, Fault]] = {"edge": EDGE, "protocol": PROTOCOL, "result": RESULT}
_PLACE = re.compile(r"(<!-- (edge|protocol|result) -->\n).*?(<!-- / -->)", re.DOTALL)


def with_tables(page: str) -> str:
    """The page with its tables made anew."""
    return _PLACE.sub(lambda match: match[1] + table_of(TABLES[match[2]]) + match[3], page)


def table_of(faults: Mapping[str, Fault]) -> str:
    """Markdown: code, when, HTTP status and JSON-RPC code in each era, and what is said."""
    head = ["| Code | When | 2025 | 2026 | What it says |", "|---|---|---|---|---|"]
    return "\n".join([*head, *(_row(code, fault) for code, fault in faults.items())]) + "\n"


def _row(code: str, fault: Fault) -> str:
    said = f"{fault.message} {fault.hint}".strip()
    return f"| `{code}` | {fault.when} | {_answer(fault.legacy)} | {_answer(fault.modern)} | {said} |"


def _answer(answer: Answer | None) -> str:
    if answer is None:
        return "–"
    return f"{answer.status}" if answer.rpc_code is None else f"{answer.status}, {answer.rpc_code}"


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
