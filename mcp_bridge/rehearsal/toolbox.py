"""The tools as a client lists them, told apart by what they take: names and texts belong to the release."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from mcp_types import Tool


class Role(StrEnum):
    """What a tool is for, by the parameter that gives it away."""

    SEARCH = "query"
    READ = "ids"
    SHOW = "items"
    SAVE = "changes"
    OTHER = ""


@dataclass(frozen=True)
class ListedTool:
    """`carries_widget`: a host shows the result on the user's screen."""

    name: str
    description: str
    parameters: frozenset[str]
    carries_widget: bool

    @property
    def role(self) -> Role:
        return next((role for role in Role if role in self.parameters), Role.OTHER)


@dataclass(frozen=True)
class Toolbox:
    """All that tools/list gave, in its order."""

    tools: tuple[ListedTool, ...]

    def find(self, role: Role) -> ListedTool | None:
        return next((tool for tool in self.tools if tool.role is role), None)

    def says(self, phrase: str) -> ListedTool | None:
        """The first tool whose description speaks of the phrase, such as “this one”."""
        return next((tool for tool in self.tools if phrase in tool.description), None)


def toolbox(listed: Iterable[Tool]) -> Toolbox:
    return Toolbox(tuple(_read(tool) for tool in listed))


def _read(tool: Tool) -> ListedTool:
    meta: Mapping[str, Any] = tool.meta or {}
    return ListedTool(
        name=tool.name,
        description=tool.description or "",
        parameters=frozenset(tool.input_schema.get("properties", {})),
        carries_widget=bool(meta.get("ui", {}).get("resourceUri")),
    )
