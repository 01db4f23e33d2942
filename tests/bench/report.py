"""How a bench tells what it measured: a table to read, and a file for whoever compares."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from config.env import BASE_DIR

FOLDER = BASE_DIR / "var" / "bench"


@dataclass(frozen=True)
class Figure:
    """One measured value; a ratio's unit is `ratio`, and `reference` says what it is compared with."""

    name: str
    value: float
    unit: str
    reference: str = ""


def report(bench: str, figures: Sequence[Figure]) -> None:
    """Prints the table and writes var/bench/<bench>.json."""
    widest = max(len(figure.name) for figure in figures)
    for figure in figures:
        print(f"{figure.name:{widest}}  {figure.value:>10.3f} {figure.unit:6}  {figure.reference}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = json.dumps([asdict(figure) for figure in figures], indent=1, ensure_ascii=False)
    (FOLDER / f"{bench}.json").write_text(text + "\n", encoding="utf-8")
