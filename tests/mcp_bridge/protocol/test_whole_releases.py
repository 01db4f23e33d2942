"""Under load, while releases are published side by side, every answer is of one release, and of no old one."""

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import httpx2
import pytest
from django.db import connection, transaction

from catalog.models import ServerText, Tool, ToolDirection, ToolParameter
from catalog.tools.drafts import draft_content
from catalog.tools.exchange import import_drafts
from catalog.tools.labels import live_release, move_label
from catalog.tools.publish import next_number, publish_drafts
from tests.mcp_bridge.protocol.web import JSON, Web, modern, request
from tests.waiting import wait_until

PUBLISHERS = 2
EACH = 8
WITHIN = 5.0  # seconds after which, on a busy machine too, a publish is visible to whoever asks
MARK = re.compile(r"<(\d+)>")


@dataclass(frozen=True)
class Answer:
    """The marks of one answer, one for each text that it holds, and when it was asked for."""

    kind: str
    asked_at: float
    marks: tuple[int, ...]


@pytest.fixture
def published(rows: None) -> Iterator[dict[int, float]]:
    """When each release was there for all, by its number; the first is marked too. Afterwards drafts and `live` are restored."""
    drafts, live = draft_content(), live_release()
    assert live is not None
    times: dict[int, float] = {}
    publish(times)
    yield times
    import_drafts(content=drafts, user=None)
    move_label(name="live", release=live, user=None)


def publish(times: dict[int, float]) -> None:
    """Words every kind of text with the release's number, and publishes, as one step: two people's drafts don't mix either."""
    with transaction.atomic():
        ServerText.objects.select_for_update().get()
        number = next_number()
        ServerText(instructions=f"A board <{number}>.").save()
        Tool.objects.update(description=f"Does something <{number}>.")
        ToolParameter.objects.filter(exposed=True).update(description=f"A value <{number}>.")
        ToolDirection.objects.update(instruction=f"Go on <{number}>.", reason=f"So that it goes on <{number}>.")
        assert publish_drafts(author=None, note="Marked, for those who watch.").number == number
    times[number] = time.monotonic()


def publish_many(times: dict[int, float]) -> None:
    for _ in range(EACH):
        publish(times)
    connection.close()


def ask(web: Web) -> Iterator[Answer]:
    """The greeting, a list and a result, each over a connection of its own."""
    for method in ("server/discover", "tools/list"):
        message, headers = modern(method)
        given = JSON | {name.replace("_", "-"): value for name, value in headers.items()}
        yield answer(web, method, message, given)
    call = request("tools/call", {"name": "search_jobs", "arguments": {"query": "barista"}})
    yield answer(web, "tools/call", call, JSON)


def answer(web: Web, kind: str, message: object, headers: dict[str, str]) -> Answer:
    asked_at = time.monotonic()
    response = httpx2.post(web.mcp, json=message, headers=headers, timeout=30)
    assert response.status_code == 200
    result = response.json()["result"]
    result.pop("content", None)  # the same once more, as text
    return Answer(kind, asked_at, tuple(map(int, MARK.findall(json.dumps(result)))))


def watch(web: Web, is_over: Callable[[], bool]) -> list[Answer]:
    found: list[Answer] = []
    while not is_over():
        found += ask(web)
    return found


@pytest.mark.promise("REL-13", "MCP-9")
def test_no_answer_mixes_two_releases_or_is_of_an_old_one(
    web: Web, other_web: Web, published: dict[int, float]
) -> None:
    for process in (web, other_web):
        wait_until(lambda process=process: set(next(ask(process)).marks) == set(published))  # type: ignore[misc]
    texts = {given.kind: len(given.marks) for given in ask(web)}
    over = threading.Event()
    with ThreadPoolExecutor(PUBLISHERS + 4) as threads:
        watchers: list[Future[list[Answer]]] = [
            threads.submit(watch, process, over.is_set) for process in (web, other_web) for _ in range(2)
        ]
        publishers = [threads.submit(publish_many, published) for _ in range(PUBLISHERS)]
        try:
            for publisher in publishers:
                publisher.result(60)
        finally:
            over.set()
    answers = [given for watcher in watchers for given in watcher.result()]
    assert [given for given in answers if len(set(given.marks)) != 1] == []
    assert {(given.kind, len(given.marks)) for given in answers} == set(texts.items())  # no text was left as it shipped
    seen = {mark for given in answers for mark in given.marks}
    assert seen <= published.keys()
    assert len(seen) > PUBLISHERS  # they were watched while they changed
    assert [given for given in answers if given.marks[0] < newest(published, given.asked_at - WITHIN)] == []


def newest(published: dict[int, float], at: float) -> int:
    """The number of the last release that was there for all at this time."""
    return max((number for number, time_ in published.items() if time_ <= at), default=0)
