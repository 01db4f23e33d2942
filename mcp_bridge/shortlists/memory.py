"""What a shortlist remembers: plain data with bounds, changed by effects. Nothing here touches the database.

Everything is a ring: the newest entries stay, so that a conversation of any length keeps one size (about 20 KB at most).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Actor = Literal["user", "model"]
Event = Literal["opened", "saved", "unsaved", "applied", "chosen"]

MOST_SEARCHES = 20
MOST_FOUND = 25  # ids of one search
MOST_VIEWS = 10
MOST_JOBS = 60  # opened, saved, applied: each
MOST_ACTIONS = 40
MOST_CALLS = 20


class Part(BaseModel):
    model_config = ConfigDict(extra="ignore")  # an older or newer version's row still loads


class Search(Part):
    """One search and the ids it gave."""

    query: str = ""
    places: list[str] = Field(default_factory=list)
    total: int = 0
    ids: list[str] = Field(default_factory=list)


class ShownItem(Part):
    id: str
    reason: str = ""
    highlight: str = ""


class View(Part):
    """One widget on the user's screen; calls that carry its name are the user's."""

    view: str
    title: str = ""
    items: list[ShownItem] = Field(default_factory=list)


class Action(Part):
    """Something that happened to a job, in order. `title` is the listing's, cut, so that it can be told later."""

    n: int
    by: Actor
    event: Event
    id: str
    title: str = ""


class PastCall(Part):
    """A call, for telling repeats: `key` says what was asked of which release and data."""

    key: str
    at: datetime
    request: str = ""
    outcome: str = ""
    ids: list[str] = Field(default_factory=list)
    told_before: int = 0  # the last action that the model knew of before this call told it more


class Memory(Part):
    """The whole working set of a conversation."""

    searches: list[Search] = Field(default_factory=list)
    views: list[View] = Field(default_factory=list)
    opened: list[str] = Field(default_factory=list)
    saved: list[str] = Field(default_factory=list)
    applied: list[str] = Field(default_factory=list)
    open_job: str = ""
    chosen: str = ""
    actions: list[Action] = Field(default_factory=list)
    calls: list[PastCall] = Field(default_factory=list)
    last_action: int = 0
    told: int = 0  # the last action that the model has been told

    def is_live(self, view: str) -> bool:
        """Whether this conversation has shown a widget of this name."""
        return any(shown.view == view for shown in self.views)

    def done_since(self, number: int) -> list[Action]:
        """What the user did after the action of this number, oldest first."""
        return [action for action in self.actions if action.by == "user" and action.n > number]

    def searched(self, search: Search) -> None:
        kept = search.model_copy(update={"ids": search.ids[:MOST_FOUND]})
        self.searches = [*(other for other in self.searches if other != kept), kept][-MOST_SEARCHES:]

    def showed(self, view: View) -> None:
        others = [shown for shown in self.views if shown.view != view.view]  # a retried render shows the same widget
        self.views = [*others, view][-MOST_VIEWS:]

    def was_told(self, last_action: int) -> None:
        """A slower call never takes back what a faster one has told."""
        self.told = max(self.told, last_action)

    def first_try(self, key: str, request: str) -> PastCall | None:
        """The same call under the same request id: a host sends it again where the answer got lost.

        Not where the id came with other questions too: hosts that connect anew for each call give each the same one."""
        same_id = [call for call in self.calls if request and call.request == request]
        return same_id[0] if same_id and {call.key for call in same_id} == {key} else None

    def called(self, call: PastCall) -> None:
        """A request that is sent again takes the place of its first try."""
        first = self.first_try(call.key, call.request)
        others = [past for past in self.calls if past is not first]
        self.calls = [*others, call.model_copy(update={"ids": call.ids[:MOST_FOUND]})][-MOST_CALLS:]

    def acted(self, event: Event, job_id: str, *, by: Actor, title: str = "") -> None:
        """Applies one action to a job and keeps it in the order of things; one that changes nothing is not told twice."""
        if self._is_done(event, job_id, by=by):
            return
        match event:
            case "opened":
                self.opened, self.open_job = newest(self.opened, job_id), job_id
            case "saved":
                self.saved = newest(self.saved, job_id)
            case "unsaved":
                self.saved = [kept for kept in self.saved if kept != job_id]
            case "applied":
                self.applied = newest(self.applied, job_id)
            case "chosen":
                self.chosen = job_id
        self.last_action += 1
        action = Action(n=self.last_action, by=by, event=event, id=job_id, title=title[:80])
        self.actions = [*self.actions, action][-MOST_ACTIONS:]

    def _is_done(self, event: Event, job_id: str, *, by: Actor) -> bool:
        if event in ("saved", "unsaved"):
            return (job_id in self.saved) == (event == "saved")
        last = self.actions[-1] if self.actions else None
        return last is not None and (last.event, last.id, last.by) == (event, job_id, by)


def newest(ids: Sequence[str], job_id: str) -> list[str]:
    """The ring with this id as its newest."""
    return [*(kept for kept in ids if kept != job_id), job_id][-MOST_JOBS:]
