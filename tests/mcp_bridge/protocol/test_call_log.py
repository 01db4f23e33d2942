"""The log beside the endpoint: rows are written while a process serves, and their table may go away."""

from datetime import datetime
from typing import Any

import httpx2
import pytest
from django.db import connection
from django.utils import timezone

from mcp_bridge.models import LoggedCall
from tests.mcp_bridge.protocol.web import Web, post, request
from tests.waiting import wait_until

TABLE = "mcp_bridge_loggedcall"


def call(web: Web, tool: str = "search_jobs") -> dict[str, Any]:
    answer: dict[str, Any] = post(web, request("tools/call", {"name": tool, "arguments": {"query": "cook"}})).json()
    return answer


def log_of(web: Web) -> dict[str, Any]:
    answer = httpx2.get(f"{web.url}/readyz")
    assert answer.status_code == 200
    return dict(answer.json()["log"])


def rename(old: str, new: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {old} RENAME TO {new}")


def rows_since(moment: datetime) -> int:
    """Of calls made since then: rows of earlier tests may still be on their way."""
    return LoggedCall.objects.filter(at__gte=moment).count()


@pytest.mark.promise("LOG-15")
def test_a_call_becomes_a_row_while_the_process_serves(rows: None, web: Web) -> None:
    since, dropped = timezone.now(), log_of(web)["dropped"]
    assert call(web)["result"]["isError"] is False
    wait_until(lambda: rows_since(since) == 1)
    assert log_of(web) == {"waiting": 0, "dropped": dropped, "writing": True}


@pytest.mark.promise("LOG-15", "LOG-2")
def test_calls_are_answered_and_the_process_stays_ready_while_the_table_is_away(rows: None, web: Web) -> None:
    since, dropped = timezone.now(), log_of(web)["dropped"]  # other tests share the process
    rename(TABLE, "away")
    try:
        assert call(web)["result"]["isError"] is False
        wait_until(lambda: log_of(web)["writing"] is False)
        assert call(web)["result"]["isError"] is False
        wait_until(lambda: log_of(web) == {"waiting": 2, "dropped": dropped, "writing": False})
    finally:
        rename("away", TABLE)
    wait_until(lambda: log_of(web) == {"waiting": 0, "dropped": dropped, "writing": True})
    assert rows_since(since) == 2


@pytest.mark.promise("LOG-2")
def test_a_row_that_no_table_takes_holds_up_no_other(rows: None, other_web: Web) -> None:
    since = timezone.now()
    assert "error" in call(other_web, "search\x00jobs")
    call(other_web)
    wait_until(lambda: rows_since(since) == 1)
    assert log_of(other_web)["dropped"] == 1
