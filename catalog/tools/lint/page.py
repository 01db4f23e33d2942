"""docs/lint.md, made from the rules: `manage.py lint --page` writes it."""

import re
from pathlib import Path

from catalog.tools.lint.rule import Example, Rule
from catalog.tools.lint.rules import RULES
from catalog.tools.lint.texts import quoted

PAGE = Path(__file__).parents[3] / "docs" / "lint.md"
LONGEST = 200  # characters of an example
INTRODUCTION = """# The lint

What the words of a catalogue are held against while they are typed and before they are published. An **error** stands in the
way of publishing, unless the note says why it is meant; **careful** and **note** are advice for people to weigh.

The rules know turns of phrase, and those of English only; what they look for in form, characters, names and schemas holds in
every language. They don't understand: bad intent in fresh words passes them. The second person who approves a release is no
formality.

```sh
.venv/bin/python manage.py lint          # of the drafts; or live, another label, a release's number
```

This page is made from the rules by `manage.py lint --page`, and its examples are their tests. Where an example doesn't say
what it is, it is the description of a search tool.
"""


def page() -> str:
    """Markdown: every rule with why it is there, what it lets pass, and what it says of what it doesn't."""
    index = [f"- [{rule.id}](#{rule.id}): {rule.finds}" for rule in RULES]
    return "\n".join([INTRODUCTION, *index, "", *map(_section, RULES)])


def _section(rule: Rule) -> str:
    levels = ", ".join(level.value for level in rule.levels)
    good = [f"- {_shown(example)}" for example in rule.good]
    bad = [f"- {_shown(example)}<br>{_said(rule, example)}" for example in rule.bad]
    return "\n".join(
        [
            f"## {rule.id}",
            "",
            f"*{levels}.* {rule.finds} {rule.why}",
            "",
            "Fine:",
            "",
            *good,
            "",
            "Not so:",
            "",
            *bad,
            "",
        ]
    )


def _shown(example: Example) -> str:
    return _plain(quoted(example.shows, LONGEST)[1:-1])


def _said(rule: Rule, example: Example) -> str:
    found = next(item for item in rule.check(example.surface()) if item.level is example.level)
    return f"**{found.level.value}:** {_plain(found.message)} *{_plain(found.hint)}*"


def _plain(words: str) -> str:
    """Shown as it is: nothing in an example is a link, markup or emphasis of this page, but for code in backticks."""
    parts = re.split(r"(`[^`]*`)", words)
    return "".join(part if part.startswith("`") else re.sub(r"([\\*\[\]<>#])", r"\\\1", part) for part in parts)
