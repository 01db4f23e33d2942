"""The shape of a release's content: what is frozen, hashed, exported and imported."""

import hashlib
import json
from typing import Any

from pydantic import BaseModel, ConfigDict, Field


def _is_empty(value: list[str]) -> bool:
    return not value


def _is_absent(value: int | None) -> bool:
    return value is None


class Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ParameterText(Frozen):
    """How one parameter of the handler meets the model."""

    name: str
    exposed: bool = True
    description: str = ""
    default: Any = None
    fixed: Any = None
    allowed: list[Any] | None = None
    minimum: int | None = Field(None, exclude_if=_is_absent)  # left out, it leaves older hashes as they are
    maximum: int | None = None


class Direction(Frozen):
    """What the model is told after one outcome; {placeholders} are filled by code."""

    outcome: str
    instruction: str
    reason: str = ""


class ToolText(Frozen):
    """One tool as its draft words it."""

    name: str
    handler: str
    title: str
    description: str
    order: int = 100
    enabled: bool = True
    widget: str = ""
    read_only_hint: bool = True
    destructive_hint: bool = False
    idempotent_hint: bool = True
    open_world_hint: bool = True
    invoking_text: str = ""
    invoked_text: str = ""
    aliases: list[str] = Field(
        default_factory=list, exclude_if=_is_empty
    )  # left out, it leaves older hashes as they are
    parameters: list[ParameterText] = Field(default_factory=list)
    directions: list[Direction] = Field(default_factory=list)


class CatalogueContent(Frozen):
    """All tools and the server's instructions: the whole of what a model reads before its first call."""

    instructions: str = ""
    tools: list[ToolText] = Field(default_factory=list)

    def sha256(self) -> str:
        """Of the canonical JSON: sorted keys, no white space, UTF-8."""
        text = json.dumps(self.model_dump(mode="json"), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()
