"""Plays a conversation through a client: the driver for the model, the rules of real hosts, and a user who opens a job."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mcp import Client
from mcp_types import CallToolResult, TextContent

from mcp_bridge.rehearsal.driver import Driver, PlannedCall, Words
from mcp_bridge.rehearsal.moves import Answer
from mcp_bridge.rehearsal.toolbox import ListedTool, Role, Toolbox, toolbox
from mcp_bridge.rehearsal.wishes import Conversation, Wish

MOST_CALLS = 40  # of one turn: a driver that goes round in circles is stopped
CHARACTERS_A_TOKEN = 4
LONGEST = 60  # characters of an argument in the transcript
BEARER = frozenset({"shortlist", "view"})  # handles open a conversation: a transcript may be passed on


@dataclass(frozen=True)
class Line:
    """One line of the transcript. `ids` are the jobs that it names."""

    who: str
    text: str
    ids: tuple[str, ...] = ()


@dataclass
class Tally:
    """What a conversation cost and what it gave; `tokens` are what the model read and wrote in calls, roughly."""

    data_calls: int = 0
    renders: int = 0
    widget_calls: int = 0
    errors: int = 0
    tokens: int = 0
    jobs_shown: int = 0
    asked: int = 0
    answered: int = 0


@dataclass(frozen=True)
class Played:
    """`missing` says in a sentence why the conversation did not reach its end; empty where it did."""

    name: str
    lines: tuple[Line, ...]
    tally: Tally
    missing: str = ""


@dataclass(frozen=True)
class Screen:
    """What the user has in front of them. Without a `view`, nobody can tell the user's calls from the model's."""

    jobs: tuple[Mapping[str, Any], ...] = ()
    view: str = ""


@dataclass
class Stage:
    """A conversation under way."""

    client: Client
    tools: Toolbox
    shows_widgets: bool
    lines: list[Line] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    screen: Screen = field(default_factory=Screen)
    shortlist: str = ""
    opened: str = ""

    def tell(self, who: str, text: str, ids: tuple[str, ...] = ()) -> None:
        self.lines.append(Line(who, text, ids))


async def play(client: Client, conversation: Conversation, *, shows_widgets: bool = True) -> Played:
    """Plays all wishes, also after one that was not met. `shows_widgets` is what the client has said of itself."""
    stage = Stage(client, toolbox((await client.list_tools()).tools), shows_widgets)
    missing: list[str] = []
    for wish in conversation.wishes:
        if wish.about:
            await _open_first(stage)
        missing += await _play_wish(stage, wish)
    return Played(conversation.name, tuple(stage.lines), stage.tally, " ".join(missing))


async def _open_first(stage: Stage) -> None:
    """The user opens a job in the widget, which asks for its details and says which widget it is."""
    tool = stage.tools.find(Role.READ)
    if not stage.screen.jobs or tool is None:
        return
    job = stage.screen.jobs[0]
    stage.opened = job["id"]
    stage.tell("user", f"opens “{job['title']}” in the widget.", (job["id"],))
    arguments = {"ids": [job["id"]], "shortlist": stage.shortlist, "view": stage.screen.view}
    await _called(stage, PlannedCall(tool, {name: value for name, value in arguments.items() if value}), who="widget")


async def _play_wish(stage: Stage, wish: Wish) -> list[str]:
    stage.tell("user", f"“{wish.says}”")
    driver = Driver(wish, stage.tools, shortlist=stage.shortlist)
    step, seen = driver.first(), Screen()
    for _ in range(MOST_CALLS):
        if isinstance(step, Words):
            break
        answer = await _called(stage, step, who="model")
        on_screen = _is_on_screen(stage, step.tool, answer)
        seen = _looked_at(stage, answer) if on_screen else seen
        step = driver.next(answer, is_on_screen=on_screen)
    words = step if isinstance(step, Words) else Words("It goes round in circles and is stopped.")
    stage.shortlist = driver.shortlist
    stage.tell("model", words.text)
    return _judged(stage, driver, words, seen)


async def _called(stage: Stage, step: PlannedCall, *, who: str) -> Answer:
    stage.tell(who, f"{step.tool.name}({short(step.arguments)})", _ids(step.arguments))
    result = await stage.client.call_tool(step.tool.name, dict(step.arguments))
    answer = _answer(step.tool, result)
    _count(stage.tally, step, answer, who=who)
    stage.tell("", f"→ {answer.outcome}{_size(answer)}", _ids(answer.output))
    if who == "model":
        stage.tell("", f"“{answer.instruction}”")
        for deed in answer.output.get("user_actions", ()):
            stage.tell("", f"told: {deed}")
    return answer


def _answer(tool: ListedTool, result: CallToolResult) -> Answer:
    text = "".join(part.text for part in result.content if isinstance(part, TextContent))
    return Answer(tool.name, result.structured_content or {}, text)


def _count(tally: Tally, step: PlannedCall, answer: Answer, *, who: str) -> None:
    tally.errors += "error" in answer.structured
    if who == "widget":
        tally.widget_calls += 1
        return
    tally.renders += step.tool.carries_widget
    tally.data_calls += step.tool.role is not Role.SHOW
    tally.tokens += (len(answer.text) + len(json.dumps(dict(step.arguments)))) // CHARACTERS_A_TOKEN


def _is_on_screen(stage: Stage, tool: ListedTool, answer: Answer) -> bool:
    return stage.shows_widgets and tool.carries_widget and bool(answer.output.get("jobs"))


def _looked_at(stage: Stage, answer: Answer) -> Screen:
    stage.screen = Screen(tuple(answer.output["jobs"]), answer.output.get("view", ""))
    for number, job in enumerate(stage.screen.jobs, 1):
        pay = job.get("pay", {}).get("text", "pay not stated")
        said = f" · {job['reason']}" if job.get("reason") else ""
        stage.tell("screen", f"{number}. {job['title']}, {job['company']} · {pay}{said}", (job["id"],))
    return stage.screen


def _judged(stage: Stage, driver: Driver, words: Words, seen: Screen) -> list[str]:
    """Counts which questions the user has an answer to, and says what is missing."""
    jobs = seen.jobs or words.lists
    stage.tally.jobs_shown += len(jobs)
    wish = driver.wish
    if wish.about:
        asked, answered = 1, int(bool(words.job.get("text")) and words.job.get("id") == stage.opened)
    else:
        ids = {job["id"] for job in jobs}
        told = [each.market for each in driver.found if ids & {job["id"] for job in each.jobs}]
        asked, answered = len(wish.markets), len({*told, *driver.empty}) if jobs else 0
    stage.tally.asked += asked
    stage.tally.answered += answered
    return [] if asked == answered else [f"“{_cut(wish.says)}” got {answered} of {asked} answers. {words.text}"]


def short(arguments: Mapping[str, Any]) -> str:
    """Arguments on one line: lists of objects by their number, long texts by their beginning, handles not at all."""
    return ", ".join(f"{name}={_short(value)}" for name, value in arguments.items() if name not in BEARER)


def _short(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return f"[{len(value)} × {{{', '.join(value[0])}}}]"
    return _cut(json.dumps(value, ensure_ascii=False))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _size(answer: Answer) -> str:
    total, jobs = answer.output.get("total"), len(answer.output.get("jobs", ()))
    if "error" in answer.structured:
        return f": {answer.structured['error'].get('message', '')}"
    return f", {jobs} of {total} jobs" if total is not None else f", {jobs} jobs" if jobs else ""


def _ids(value: Mapping[str, Any]) -> tuple[str, ...]:
    listed = [*value.get("jobs", ()), *value.get("items", ())]
    return (*value.get("ids", ()), *(job["id"] for job in listed))
