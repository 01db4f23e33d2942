"""What a tool can do: handlers, declared by `mcp_bridge.tools` and known here by name only.

A handler is either a data tool or a render tool, by type. The catalogue words it and narrows it; it never imports it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from catalog.tools.schema import THIRD_PARTY


class Parameters(BaseModel):
    """Base of every handler's parameters: what it declares and nothing else."""

    model_config = ConfigDict(extra="forbid")


class Output(BaseModel):
    """Base of every handler's output. The spine fills all but `outcome`; a handler adds its own below."""

    model_config = ConfigDict(extra="forbid")

    outcome: str
    board: str = ""
    shortlist: str = Field("", description="Pass it on.")
    user_actions: list[str] = Field(
        default_factory=list,
        description=f"What the user did in widgets since your last call. {THIRD_PARTY}",
    )


@dataclass(frozen=True)
class Outcome:
    """One thing that can happen. `numbers` and `names` are the only placeholders that its wording may use."""

    code: str
    meaning: str
    numbers: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def placeholders(self) -> frozenset[str]:
        return frozenset(self.numbers + self.names)


@dataclass(frozen=True)
class Call:
    """What a handler may know of the call beside its arguments."""

    board: str
    shows_widgets: bool = False
    view: str = ""  # the name of the widget that a render tool is about to show
    by_user: bool = False  # made by a widget that is on the user's screen
    settled: frozenset[str] = frozenset()  # parameters that the release fixed or hides: the model can't change them
    memory: Any = None  # of the conversation: `mcp_bridge.shortlists.memory.Memory`, to be read only


@dataclass(frozen=True)
class Handled[O: Output]:
    """A handler's answer: the output, the values of the placeholders of its outcome's wording, and what to remember.

    `changes` are applied, in order, to the conversation's memory as it is when the call ends."""

    output: O
    values: Mapping[str, int | str] = field(default_factory=dict)
    changes: tuple[Callable[[Any], None], ...] = ()


@dataclass(frozen=True)
class Handler:
    """The code behind tools: use `DataTool` or `RenderTool`."""

    name: str
    summary: str
    parameters: type[Parameters]
    output: type[Output]
    outcomes: tuple[Outcome, ...]
    run: Callable[[Any, Call], Handled[Any]]
    kind: ClassVar[str] = ""


@dataclass(frozen=True)
class DataTool(Handler):
    """Text only, callable any number of times. It cannot carry a widget: there is no field for one."""

    kind: ClassVar[str] = "data"
    callable_from_widget: bool = False


@dataclass(frozen=True)
class RenderTool(Handler):
    """Takes the ids that the model picked and shows one widget. It cannot search."""

    kind: ClassVar[str] = "render"
    widget: str = ""


_handlers: dict[str, DataTool | RenderTool] = {}


def register[H: (DataTool, RenderTool)](handler: H) -> H:
    """Makes a handler known to the catalogue; a name is taken once."""
    if handler.name in _handlers and _handlers[handler.name] is not handler:
        raise ValueError(f"two handlers are named {handler.name}")
    _handlers[handler.name] = handler
    return handler


def find_handler(name: str) -> DataTool | RenderTool | None:
    return _handlers.get(name)


def known_widgets() -> frozenset[str]:
    """Those that render tools show; a draft may give a tool another one than its handler's."""
    return frozenset(handler.widget for handler in all_handlers() if isinstance(handler, RenderTool))


def all_handlers() -> Iterator[DataTool | RenderTool]:
    """Every handler, in the order in which they were declared."""
    return iter(_handlers.values())
