"""`python -m tests.bench.editor`: how long “what a client reads” takes while somebody types, on the demo board."""

import statistics
import time
from collections.abc import Callable
from typing import Any

from tests.bench.board import measure_on_demo_board
from tests.bench.report import Figure

ROUNDS = 40
BUDGET = "under 150 ms: the form's whole way through Django, one caller, demo board"


def main() -> None:
    measure_on_demo_board("editor", _measured)


def _measured() -> list[Figure]:
    import django  # after the variables above, which the settings read once

    django.setup()
    figures: list[Figure] = []
    for name in ("search_jobs", "render_jobs"):
        times = _times(_typing(name))
        figures.append(Figure(f"{name}, p50", statistics.median(times), "ms"))
        figures.append(Figure(f"{name}, p95", statistics.quantiles(times, n=20)[-1], "ms", BUDGET))
    _leave_the_database()
    return figures


def _leave_the_database() -> None:
    """The server lives as long as somebody uses it, and the product's end waits for that."""
    from django.conf import settings
    from django.db import connection

    from config import embedded

    connection.close()
    connection.close_pool()
    embedded.leave(settings.VAR_DIR / "pg")


def _typing(name: str) -> Callable[[int], Any]:
    """Posts the tool's form with another description each time."""
    from django.contrib.auth.models import User
    from django.test import Client
    from django.test.utils import setup_test_environment, teardown_test_environment
    from django.urls import reverse

    from catalog.models import Tool
    from tests.catalog.admin.forms import page_values

    client, tool = Client(SERVER_NAME="localhost"), Tool.objects.get(name=name)
    client.force_login(User.objects.get(username="admin"))
    setup_test_environment()  # only with it does a page tell its form
    values = page_values(client, reverse("admin:catalog_tool_change", args=[tool.pk]))
    teardown_test_environment()

    def typed(number: int) -> None:
        words = {"description": f"{values['description']} And {number} words more."}
        answer = client.post(reverse("wire", args=[tool.pk]), values | words, headers={"HX-Request": "true"})
        assert b"change" in answer.content  # a bench that measures a refusal measures nothing

    return typed


def _times(call: Callable[[int], object]) -> list[float]:
    """Milliseconds of each round, after three to warm up."""
    for number in range(3):
        call(number)
    return [_once(call, number) for number in range(ROUNDS)]


def _once(call: Callable[[int], object], number: int) -> float:
    began = time.perf_counter()
    call(number)
    return (time.perf_counter() - began) * 1000


if __name__ == "__main__":
    main()
