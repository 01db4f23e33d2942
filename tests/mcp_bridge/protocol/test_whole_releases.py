"""Under load, while releases are published side by side, every answer is of one release."""

import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import httpx2
import pytest
from django.db import connection, transaction

from catalog.models import ServerText, Tool, ToolDirection, ToolParameter
from catalog.tools.drafts import draft_content
from catalog.tools.exchange import import_drafts
from catalog.tools.labels import live_release, move_label
from catalog.tools.publish import publish_drafts
from tests.mcp_bridge.protocol.web import JSON, Web, modern, request

PUBLISHERS = 2
EACH = 8
MARK = re.compile(r"<(\d+-\d+)>")


@pytest.fixture
def restored(rows: None) -> Iterator[None]:
    """Drafts and `live` are afterwards what they were."""
    drafts, live = draft_content(), live_release()
    assert live is not None
    yield
    import_drafts(content=drafts, user=None)
    move_label(name="live", release=live, user=None)


def publish(mark: str) -> None:
    """Words every kind of text with the mark, and publishes, as one step: two people's drafts don't mix either."""
    with transaction.atomic():
        ServerText.objects.select_for_update().get()
        ServerText(instructions=f"A board <{mark}>.").save()
        Tool.objects.update(description=f"Does something <{mark}>.")
        ToolParameter.objects.filter(exposed=True).update(description=f"A value <{mark}>.")
        ToolDirection.objects.update(instruction=f"Go on <{mark}>.", reason=f"So that it goes on <{mark}>.")
        publish_drafts(author=None, note="Marked, for those who watch.")


def publish_many(publisher: int) -> None:
    for number in range(EACH):
        publish(f"{publisher}-{number}")
    connection.close()


def asked(web: Web) -> tuple[set[str], ...]:
    """The marks in one list and in one result, each over a connection of its own: either process may answer."""
    message, headers = modern("tools/list")
    given = JSON | {name.replace("_", "-"): value for name, value in headers.items()}
    listing = httpx2.post(web.mcp, json=message, headers=given)
    call = request("tools/call", {"name": "search_jobs", "arguments": {"query": "barista"}})
    result = httpx2.post(web.mcp, json=call, headers=JSON)
    assert listing.status_code == result.status_code == 200
    return set(MARK.findall(listing.text)), set(MARK.findall(result.text))


def watch(web: Web, is_over: Callable[[], bool]) -> list[set[str]]:
    found: list[set[str]] = []
    while not is_over():
        found += asked(web)
    return found


@pytest.mark.promise("REL-13")
def test_no_answer_mixes_two_releases(web: Web, other_web: Web, restored: None) -> None:
    over = threading.Event()
    with ThreadPoolExecutor(PUBLISHERS + 4) as threads:
        watchers: list[Future[list[set[str]]]] = [
            threads.submit(watch, process, over.is_set) for process in (web, other_web) for _ in range(2)
        ]
        publishers = [threads.submit(publish_many, publisher) for publisher in range(PUBLISHERS)]
        try:
            for publisher in publishers:
                publisher.result(60)
        finally:
            over.set()
    answers = [marks for watcher in watchers for marks in watcher.result()]
    assert all(len(marks) <= 1 for marks in answers), [marks for marks in answers if len(marks) > 1]
    assert len({mark for marks in answers for mark in marks}) > PUBLISHERS  # they were watched while they changed
