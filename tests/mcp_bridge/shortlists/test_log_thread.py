"""The log's own thread: begun with a server, ended with it, and begun again with the next one in the same process."""

import threading

import pytest

from mcp_bridge.models import LoggedCall
from mcp_bridge.shortlists.log import CallLog


@pytest.mark.promise("LOG-2", "LOG-15")
@pytest.mark.django_db(transaction=True)
def test_a_log_that_was_stopped_has_written_everything_and_starts_again() -> None:
    log = CallLog()
    for number in range(1, 3):
        log.start()
        log.start()
        assert [thread.name for thread in threading.enumerate()].count("call-log") == 1
        log.append(LoggedCall(tool="search_jobs", outcome="found", milliseconds=1, era="modern"))
        log.stop()
        assert LoggedCall.objects.count() == number
    assert "call-log" not in [thread.name for thread in threading.enumerate()]


@pytest.mark.promise("LOG-2")
@pytest.mark.django_db(transaction=True)
def test_of_many_rows_only_those_that_no_table_takes_are_let_go() -> None:
    log = CallLog()
    for number in range(20):
        name = "search\0jobs" if number in (3, 11) else f"tool-{number}"
        log.append(LoggedCall(tool=name, outcome="found", milliseconds=1, era="modern"))
    log.flush()
    assert LoggedCall.objects.count() == 18
    assert (log.state().waiting, log.state().dropped, log.state().is_writing) == (0, 2, True)
