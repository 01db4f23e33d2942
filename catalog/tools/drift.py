"""Releases that a label serves, against the code that runs now: a release is for ever, and code moves on."""

from dataclasses import dataclass
from functools import lru_cache

from catalog.errors import FieldProblem, ShortlistError
from catalog.models import Release, ReleaseLabel
from catalog.tools.compile import compile_content
from catalog.tools.publish import release_content


@dataclass(frozen=True)
class LabelState:
    """What of a label's release no longer fits; nothing where all is well."""

    label: str
    release: int
    problems: tuple[FieldProblem, ...]


def label_states() -> tuple[LabelState, ...]:
    """Every label, by name. One query, and one more for each release that this process hasn't compiled yet."""
    labels = ReleaseLabel.objects.values_list("name", "release_id", "release__sha256").order_by("name")
    return tuple(LabelState(name, number, _problems(number, sha256)) for name, number, sha256 in labels)


@lru_cache(maxsize=32)
def _problems(number: int, _sha256: str) -> tuple[FieldProblem, ...]:
    try:
        compile_content(release_content(Release.objects.get(pk=number)))
    except ShortlistError as error:
        return error.fields
    return ()
