"""The release that a label points at, compiled and ready for the wire, kept in memory and swapped whole."""

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, cached_property

from django.db.models import Max

from catalog.models import BoardStyle, FeedRun, ReleaseLabel
from catalog.tools.aliases import earlier_names
from catalog.tools.compile import CompiledTool
from catalog.tools.content import CatalogueContent
from catalog.tools.fitting import Misfit, fit_content
from catalog.tools.labels import LIVE
from mcp_bridge.errors import OutOfOrderError, UnknownToolError, no_release
from mcp_bridge.silence import Turns

CHANGED = (FeedRun.State.DONE, FeedRun.State.PARTIAL, FeedRun.State.SUSPECT)  # runs that may have changed listings

FRESH_FOR = 1.0  # seconds a process may serve without asking whether the label moved; NOTIFY usually tells it sooner

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Board:
    """How the board presents itself, as a value (see `catalog.models.BoardStyle`)."""

    name: str
    accent_light: str
    accent_dark: str
    field_order: tuple[str, ...]
    badges: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Snapshot:
    """An immutable release, as one label serves it, with the board's style of the moment. Swapped whole: identity is equality.

    `data` changes whenever a refresh changed listings; `since` is when the label was moved here; `earlier` are names that are
    not listed any more and still answer; `misfits` tell what of the release the code no longer fits, and `out_of_order` which
    names don't answer for that."""

    label: str
    release: int
    sha256: str
    board: Board
    data: str
    since: datetime
    instructions: str
    tools: Mapping[str, CompiledTool]
    earlier: Mapping[str, CompiledTool] = field(default_factory=dict)
    misfits: tuple[Misfit, ...] = ()
    out_of_order: frozenset[str] = frozenset()

    def tool(self, name: str) -> CompiledTool:
        """Raises UnknownToolError, which names the tools there are, or OutOfOrderError."""
        found = self.find(name)
        if found is None:
            unknown = OutOfOrderError if name in self.out_of_order else UnknownToolError
            raise unknown(name, ", ".join(self.tools))
        return found

    def find(self, name: str) -> CompiledTool | None:
        """By name, by an earlier name, or by its handler's own: widgets that hosts keep call that.

        What is out of order has no stand-in: an older wording of it may promise less."""
        if name in self.out_of_order:
            return None
        return self.tools.get(name) or self.earlier.get(name) or self.tools.get(self.tools_by_handler.get(name, ""))

    @cached_property
    def tools_by_handler(self) -> dict[str, str]:
        """The first tool of each handler: what widgets call."""
        found: dict[str, str] = {}
        for tool in self.tools.values():
            found.setdefault(tool.handler.name, tool.name)
        return found


class Snapshots:
    """One cache a process: a snapshot for each label in use."""

    def __init__(self) -> None:
        self._kept: dict[str, Snapshot] = {}
        self._checked: dict[str, float] = {}
        self._turns = Turns()

    def current(self, label: str = LIVE) -> Snapshot:
        """The label's snapshot; asks the database at most once a second.

        Raises `no_release` where nothing is published, OperationalError where the database is away."""
        kept = self.kept(label)
        if kept is not None:
            return kept
        with self._turns.taken():
            return self.kept(label) or self._checked_now(label)

    def kept(self, label: str = LIVE) -> Snapshot | None:
        """The snapshot if it was checked within the last second: never asks the database, never blocks."""
        fresh = time.monotonic() - self._checked.get(label, 0.0) < FRESH_FOR
        return self._kept.get(label) if fresh else None

    def latest(self, label: str = LIVE) -> Snapshot | None:
        """What was served last, however old: for while the database is away."""
        return self._kept.get(label)

    def forget(self) -> None:
        """Makes the next call ask: something was published, or notices may have been missed."""
        self._checked.clear()

    def _checked_now(self, label: str) -> Snapshot:
        began = time.monotonic()
        pointer = ReleaseLabel.objects.select_related("release").defer("release__content").filter(name=label).first()
        if pointer is None:
            raise no_release()
        board, data, kept = current_board(), data_version(), self._kept.get(label)
        if kept is None or (kept.release, kept.sha256, kept.since) != (
            pointer.release_id,
            pointer.release.sha256,
            pointer.moved_at,  # a label that went and came back has other earlier names
        ):
            kept = load_snapshot(pointer, board, data)
        elif (kept.board, kept.data) != (board, data):
            kept = replace(kept, board=board, data=data)
        self._kept[label] = kept
        self._checked[label] = began
        return kept


def current_board() -> Board:
    """One query."""
    return board_of(BoardStyle.current())


def board_of(style: BoardStyle) -> Board:
    return Board(style.name, style.accent_light, style.accent_dark, tuple(style.field_order), tuple(style.badges))


def data_version() -> str:
    """When a refresh last changed listings; one query."""
    latest = FeedRun.objects.filter(state__in=CHANGED).aggregate(at=Max("ended_at"))["at"]
    return latest.isoformat() if latest else ""


def load_snapshot(pointer: ReleaseLabel, board: Board, data: str) -> Snapshot:
    """Reads and compiles what fits the code; raises `draft_invalid` where nothing of the release does."""
    release = pointer.release
    compiled = fit_content(CatalogueContent.model_validate(release.content))
    _tell(release.number, compiled.misfits)
    tools = {tool.name: tool for tool in compiled.tools}
    return Snapshot(
        label=pointer.name,
        release=release.number,
        sha256=release.sha256,
        board=board,
        data=data,
        since=pointer.moved_at,
        instructions=compiled.instructions,
        tools=tools,
        earlier=earlier_names(label=pointer.name, release=release.number, tools=tools),
        misfits=compiled.misfits,
        out_of_order=compiled.out_of_order,
    )


@cache
def _tell(release: int, misfits: tuple[Misfit, ...]) -> None:
    """Once a process for each release, however often it is loaded."""
    for misfit in misfits:
        logger.warning("Release %s no longer fits the code. %s", release, misfit)


snapshots = Snapshots()
