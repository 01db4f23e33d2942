"""Every word of a view that is no data. What else stands on the screen must be in the result; `{}` is where data stands."""

import re
from collections.abc import Mapping
from typing import Any

LABELS = (
    "Jobs",
    "Jobs compared",
    "The job is closed",
    "Details",
    "of {}",
    "The whole posting",
    "Show all jobs",
    "Show fewer",
    "There is no open job to show.",
    "Ask for a new search, perhaps in more places or with fewer conditions.",
    "Job {}",
    "“{}”",
    "Apply",
    "for {}",
    "Save",
    "{}",
    "Continue with this job",
    "See it on {}",
    "See it on the job board",
    "({})",
    "Employment",
    "Workplace",
    "Seniority",
    "Industry",
    "Posted",
    "Apply by",
    "Source",
    "Ask for similar jobs to see what is open.",
    "Job {} is not on the board.",
    "Ask for a new search to see what is open.",
    "The jobs are on their way.",
)
_FORMS = [re.compile(re.escape(label).replace(r"\{\}", "(.+)"), re.DOTALL) for label in LABELS]


def strangers(seen: list[str], content: Mapping[str, Any]) -> list[str]:
    """What is on the screen and neither a label nor a value of the content."""
    values = {_plain(value) for value in leaves(content).values()}
    return [text for text in map(_plain, seen) if text and not _is_known(text, values) and not _is_meant(text, content)]


def leaves(content: Any, path: str = "") -> dict[str, str]:
    """Every text and number by its path."""
    if isinstance(content, dict | list):
        items = content.items() if isinstance(content, dict) else enumerate(content)
        return {deep: text for key, value in items for deep, text in leaves(value, f"{path}.{key}").items()}
    return {} if isinstance(content, bool) or content is None else {path: str(content)}


def _is_known(text: str, values: set[str]) -> bool:
    found = [form.fullmatch(text) for form in _FORMS]
    return any(match and all(_plain(part) in values for part in match.groups()) for match in found)


def _is_meant(text: str, content: Mapping[str, Any]) -> bool:
    """Words that stand for a value that is no text, or for one that is absent."""
    jobs = content.get("output", {}).get("jobs", [])
    match text:
        case "Saved":
            return any(job.get("saved") for job in jobs)
        case "Pay not stated":
            return any(not job.get("pay", {}).get("text") for job in jobs)
        case _:
            return False


def _plain(text: str) -> str:
    return " ".join(text.split())
