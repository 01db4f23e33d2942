"""The README's table of variables, made from `config.env.Environment`: `python -m config.env_table` writes it."""

import re
from pathlib import Path

from config.env import BASE_DIR, Environment

README = BASE_DIR / "README.md"
_PLACE = re.compile(r"(<!-- settings -->\n).*(<!-- /settings -->)", re.DOTALL)


def settings_table() -> str:
    """Markdown: the variable, its default, what it means."""
    rows = [
        f"| `{name.upper()}` | {_default(field.default)} | {field.description} |"
        for name, field in Environment.model_fields.items()
    ]
    return "\n".join(["| Variable | Default | Meaning |", "|---|---|---|", *rows]) + "\n"


def with_table(readme: str) -> str:
    """The README with its table made anew."""
    return _PLACE.sub(lambda match: match[1] + settings_table() + match[2], readme)


def _default(value: object) -> str:
    if value in ("", None, [], {}):
        return "–"
    if isinstance(value, list):
        return f"`{','.join(map(str, value))}`"
    if isinstance(value, bool):
        return "`1`" if value else "`0`"
    return f"`{value.relative_to(BASE_DIR)}/`" if isinstance(value, Path) else f"`{value}`"


if __name__ == "__main__":
    README.write_text(with_table(README.read_text(encoding="utf-8")), encoding="utf-8")
