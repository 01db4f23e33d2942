"""The shipped ways of reading, one YAML file each in `catalog/data/presets/`. A new one is a new file, not code."""

from collections.abc import Mapping as AnyMapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from catalog.errors import ShortlistError
from catalog.feeds.mapping import Mapping, parse_mapping

FOLDER = Path(__file__).parents[1] / "data" / "presets"
_LARGEST = 100_000  # characters of a mapping file


@cache
def preset_names() -> tuple[str, ...]:
    """Every preset that `Feed.preset` may name, in alphabetical order."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.yaml")))


def load_mapping(preset: str, overlay: AnyMapping[str, Any] | None = None) -> Mapping:
    """The preset's mapping with `overlay` on top. Raises ShortlistError `unknown_preset` or `bad_mapping`."""
    if preset not in preset_names():
        hint = f"Choose one of: {', '.join(preset_names())}."
        raise ShortlistError("unknown_preset", f"There is no preset called “{preset}”.", hint)
    return parse_mapping(_preset(preset), overlay or {})


def read_mapping_file(path: Path) -> dict[str, Any]:
    """A mapping that somebody wrote by hand, in YAML or JSON. Raises ShortlistError `bad_mapping`."""
    try:
        found = yaml.safe_load(path.read_text(encoding="utf-8")[:_LARGEST])
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ShortlistError("bad_mapping", f"The mapping file {path} can't be read: {error}") from error
    if not isinstance(found, dict):
        raise ShortlistError("bad_mapping", f"The mapping file {path} holds no mapping.", "Start it with “fields:”.")
    return found


@cache
def _preset(name: str) -> dict[str, Any]:
    return read_mapping_file(FOLDER / f"{name}.yaml")
