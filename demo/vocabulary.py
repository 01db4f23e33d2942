"""Where the words are: TOML files in `demo/words`, read once."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

WORDS = Path(__file__).parent / "words"


@cache
def words(name: str) -> dict[str, Any]:
    """The tables of `demo/words/<name>.toml`."""
    return tomllib.loads((WORDS / f"{name}.toml").read_text(encoding="utf-8"))


def industry_files() -> list[str]:
    """Names, without `.toml`, of the files that each describe one industry; sorted, so that runs agree."""
    return sorted(f"industries/{path.stem}" for path in (WORDS / "industries").glob("*.toml"))
