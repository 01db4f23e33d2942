"""A plain driver in the model's place: its next call follows from outcomes and directions, never from a script.

It is as obedient as it is dull. It knows what the user wants and what the tools take; what to do next it is told, or it stops.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mcp_bridge.rehearsal.moves import Answer, Move, Suggestion, suggestions
from mcp_bridge.rehearsal.picking import Found, picked
from mcp_bridge.rehearsal.toolbox import ListedTool, Role, Toolbox
from mcp_bridge.rehearsal.wishes import Market, Wish

MOST_READ = 5  # ids in one call
DROPPABLE = frozenset({"posted_within_days"})  # what a user would rather have, but not insist on


@dataclass(frozen=True)
class PlannedCall:
    tool: ListedTool
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Words:
    """The model's turn ends with words. `job` is the one they are about, whole; `lists` what they list."""

    text: str
    job: Mapping[str, Any] = field(default_factory=dict)
    lists: tuple[Mapping[str, Any], ...] = ()


Step = PlannedCall | Words


class Driver:
    """One turn: `first` begins it, `next` goes on from each result until it gives words."""

    def __init__(self, wish: Wish, toolbox: Toolbox, *, shortlist: str = "") -> None:
        self.wish = wish
        self.shortlist = shortlist
        self.found: list[Found] = []
        self.empty: list[Market] = []  # markets in which nothing turned up
        self._toolbox = toolbox
        self._open = list(wish.markets)
        self._asked: Market | None = None
        self._loose: frozenset[str] = frozenset()
        self._read: set[str] = set()
        self._has_shown = False
        self._suggested: tuple[Suggestion, ...] = ()
        self._ways: dict[Move, Callable[[Suggestion], Step | None]] = {
            Move.CLARIFY: self._clarify,
            Move.LOOSEN: self._loosen,
            Move.SEARCH: self._search,
            Move.READ: self._read_finalists,
            Move.SHOW: self._show,
            Move.WRITE: self._write,
            Move.ANSWER: self._answer,
        }

    def first(self) -> Step:
        """From the wish and the tools' own texts: there is no result yet."""
        if self.wish.about:
            tool = self._toolbox.says(self.wish.about)
            return self._call(tool) or Words(f"No tool says what it knows about “{self.wish.about}”.")
        return self._search() or Words("No tool searches.")

    def next(self, answer: Answer, *, is_on_screen: bool) -> Step:
        """`is_on_screen`: the host has shown a widget with this result. That ends the turn, as it does in real hosts."""
        self._take(answer)
        if is_on_screen:
            return Words("It is on the user's screen; the turn is over.")
        self._suggested = (*suggestions(answer), *self._suggested)  # what an earlier result suggested stays good advice
        for suggestion in self._suggested:
            if step := self._ways[suggestion.move](suggestion):
                return step
        return Words("No direction says what to do next.")

    def _take(self, answer: Answer) -> None:
        self.shortlist = str(answer.output.get("shortlist", self.shortlist))
        market, self._asked = self._asked, None
        if market is None:
            return
        jobs = tuple(answer.output.get("jobs", ()))
        if jobs:
            order = "pay" if self.wish.is_about_pay else "match"
            self.found.append(Found(market, jobs, answer.output.get("total", len(jobs)), order))
        else:
            self.empty.append(market)

    def _clarify(self, suggestion: Suggestion) -> PlannedCall | None:
        unclear = suggestion.answer.output.get("unclear_places", ())
        candidates = unclear[0].get("candidates", ()) if unclear else ()
        if not candidates or not self.empty or self.empty[-1].city in candidates:
            return None
        market = self.empty.pop()
        return self._search_for(market, city=candidates[0])

    def _loosen(self, suggestion: Suggestion) -> PlannedCall | None:
        if suggestion.detail not in DROPPABLE - self._loose or not self.empty:
            return None
        self._loose |= {suggestion.detail}
        return self._search_for(self.empty.pop())

    def _search(self, _: Suggestion | None = None) -> PlannedCall | None:
        return self._search_for(self._open.pop(0)) if self._open else None

    def _search_for(self, market: Market, *, city: str = "") -> PlannedCall | None:
        self._asked = market
        wanted = {
            "query": market.title,
            "locations": [city or market.city],
            "exclude_industries": list(self.wish.leaving_out),
            "posted_within_days": None if "posted_within_days" in self._loose else self.wish.posted_within_days,
            "sort": "pay_high" if self.wish.is_about_pay else "",
        }
        return self._call(self._toolbox.find(Role.SEARCH), **wanted)

    def _read_finalists(self, _: Suggestion) -> PlannedCall | None:
        ids = [pick.id for pick in picked(self.found, most=self.wish.picks) if pick.id not in self._read]
        if not ids or not self.wish.reads_closely:
            return None
        self._read |= set(ids[:MOST_READ])
        return self._call(self._toolbox.find(Role.READ), ids=ids[:MOST_READ])

    def _show(self, _: Suggestion) -> PlannedCall | None:
        best = picked(self.found, most=self.wish.picks)
        if not best or self._has_shown:
            return None
        self._has_shown = True
        return self._call(
            self._toolbox.find(Role.SHOW), items=[pick.item for pick in best], title=self.wish.titles[0].capitalize()
        )

    def _write(self, suggestion: Suggestion) -> Words:
        jobs = tuple(suggestion.answer.output.get("jobs", ()))
        return Words(f"Writes the list of {len(jobs)} jobs with their reasons and links.", lists=jobs)

    def _answer(self, suggestion: Suggestion) -> Words | None:
        job = suggestion.answer.output.get("open_job")
        if not job:
            return None
        size = f"{len(job['text']):,} characters"
        return Words(f"Writes it for “{job['title']}” at {job['company']} (job {job['id']}), from its {size}.", job=job)

    def _call(self, tool: ListedTool | None, **wanted: Any) -> PlannedCall | None:
        if tool is None:
            return None
        given = {**wanted, "shortlist": self.shortlist}
        return PlannedCall(tool, {name: value for name, value in given.items() if value and name in tool.parameters})
