"""A posting as results give it, put together again."""

from collections.abc import Mapping
from typing import Any


def whole_text(job: Mapping[str, Any]) -> str:
    """Lead, headings and sections in their order, a blank between words."""
    parts = [job.get("text", "")]
    for section in job.get("sections", ()):
        parts += section["heading"], section.get("text", "")
    return " ".join(" ".join(parts).split())
