"""Calls at the same time, on real connections."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest
from django.db import connections

from mcp_bridge.models import Shortlist
from mcp_bridge.shortlists.conversation import Conversation, open_conversation, remember
from mcp_bridge.shortlists.in_flight import InFlight
from mcp_bridge.shortlists.memory import Search

THREADS = 6


def in_threads(work: Callable[[int], object]) -> list[object]:
    def closing(number: int) -> object:
        try:
            return work(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(closing, range(THREADS)))


@pytest.mark.promise("TALK-9")
@pytest.mark.django_db(transaction=True)
def test_parallel_calls_of_one_conversation_lose_nothing() -> None:
    begun = remember(Conversation(nonce=b"0" * 16, handle="a handle"))
    together = Barrier(THREADS)

    def search(number: int) -> None:
        conversation = open_conversation(handle=begun.handle, view="")
        together.wait(10)
        remember(conversation, lambda memory: memory.searched(Search(query=str(number))))

    in_threads(search)
    found = {entry["query"] for entry in Shortlist.objects.get().memory["searches"]}
    assert found == {str(number) for number in range(THREADS)}


@pytest.mark.promise("TALK-9")
def test_identical_calls_in_flight_are_computed_once() -> None:
    flights: InFlight[int] = InFlight()
    begun, release = Event(), Event()
    computed: list[int] = []

    def compute() -> int:
        begun.set()
        release.wait(10)
        computed.append(1)
        return 42

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(flights.run, "key", compute, patience=10)
        begun.wait(10)
        second = pool.submit(flights.run, "key", lambda: 0, patience=10)
        release.set()
        assert [first.result(10), second.result(10)] in (
            [42, 42],
            [42, 0],
        )  # the second may come after the first has ended
    assert computed == [1]


def test_a_failure_in_flight_reaches_everybody_and_leaves_nothing_behind() -> None:
    flights: InFlight[int] = InFlight()

    def fail() -> int:
        raise KeyError("gone")

    for _ in range(2):
        with pytest.raises(KeyError):
            flights.run("key", fail, patience=1)
