"""What labels serve, against the code that runs now: told to those who look after the board."""

from dataclasses import dataclass
from functools import lru_cache

from catalog.models import Release, ReleaseLabel
from catalog.tools.fitting import Misfit, misfits_of
from catalog.tools.publish import release_content


@dataclass(frozen=True)
class LabelState:
    """What of a label's release no longer fits; nothing where all is well."""

    label: str
    release: int
    misfits: tuple[Misfit, ...]


def label_states() -> tuple[LabelState, ...]:
    """Every label, by name. One query, and one more for each release that this process hasn't compiled yet."""
    labels = ReleaseLabel.objects.values_list("name", "release_id", "release__sha256").order_by("name")
    return tuple(LabelState(name, number, _misfits(number, sha256)) for name, number, sha256 in labels)


@lru_cache(maxsize=32)
def _misfits(number: int, _sha256: str) -> tuple[Misfit, ...]:
    return misfits_of(release_content(Release.objects.get(pk=number)))
