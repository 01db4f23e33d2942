"""What is past its time goes, what is asked to be forgotten goes at once, and nothing else."""

from datetime import timedelta
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from catalog.models import Feed, FeedRun
from config.celery import SWEEP, app
from config.env import BASE_DIR
from mcp_bridge.models import LoggedCall, Shortlist
from mcp_bridge.shortlists import retention
from mcp_bridge.shortlists.conversation import LIFETIME, LIFETIME_ONCE_SAVED
from mcp_bridge.shortlists.handles import pseudonym
from mcp_bridge.shortlists.retention import expired_shortlists, old_calls, old_runs
from mcp_bridge.shortlists.sweep import Swept, sweep
from tests.factories import make_feed
from tests.mcp_bridge.shortlists.rows import ago, make_call, make_shortlist

pytestmark = pytest.mark.django_db

ANN = pseudonym("openai", "ann")


def make_run(feed: Feed, days: float) -> FeedRun:
    return FeedRun.objects.create(id=uuid4(), feed=feed, state="done", started_at=ago(days=days))


def forget(person: str) -> str:
    out = StringIO()
    call_command("forget", person, stdout=out)
    return out.getvalue()


@pytest.mark.promise("LOG-10")
def test_a_shortlist_goes_when_it_has_expired() -> None:
    alive = make_shortlist()
    make_shortlist(expires_at=ago(seconds=1))
    assert sweep(now=timezone.now()) == Swept(shortlists=1, calls=0, runs=0)
    assert list(Shortlist.objects.all()) == [alive]


@pytest.mark.promise("LOG-10")
def test_calls_are_kept_for_thirty_days_whatever_became_of_their_shortlist() -> None:
    swept = make_shortlist(expires_at=ago(days=28))
    kept = [make_call(swept, at=ago(days=29)), make_call(at=ago(days=29))]
    make_call(swept, at=ago(days=30, seconds=1))
    assert sweep(now=timezone.now()) == Swept(shortlists=1, calls=1, runs=0)
    assert set(LoggedCall.objects.all()) == set(kept)


@pytest.mark.promise("LOG-10")
def test_feed_runs_are_kept_for_ninety_days_and_each_feeds_newest_twenty_for_good() -> None:
    busy, resting = make_feed(), make_feed()
    recent = [make_run(busy, days=number) for number in range(60, 90)]
    old = [make_run(busy, days=number) for number in range(91, 96)]
    rested = [make_run(resting, days=number) for number in range(400, 423)]
    assert sweep(now=timezone.now()).runs == len(old) + 3
    assert set(FeedRun.objects.all()) == {*recent, *rested[:20]}


@pytest.mark.promise("LOG-10")
def test_a_long_backlog_goes_in_small_statements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH", 10)
    for _ in range(25):
        make_call(at=ago(days=31))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert sweep(now=timezone.now()).calls == 25
    deletes = [query["sql"] for query in queries if query["sql"].startswith("DELETE")]
    assert [sql.count(",") + 1 for sql in deletes] == [10, 10, 5]


@pytest.mark.promise("LOG-10")
def test_a_shortlist_that_is_used_while_the_sweep_is_at_it_stays() -> None:
    row = make_shortlist(expires_at=ago(seconds=1))
    found = expired_shortlists(now=timezone.now())
    batch = [found.values_list("pk", flat=True)[0]]
    Shortlist.objects.filter(pk=row.pk).update(expires_at=timezone.now() + retention.CALLS_KEPT)
    assert found.order_by().filter(pk__in=batch).delete()[0] == 0


@pytest.mark.promise("LOG-10")
@pytest.mark.parametrize("table", ["shortlist", "call", "run"])
def test_the_sweep_looks_up_what_is_old_by_an_index(table: str) -> None:
    now = timezone.now()
    queries: dict[str, tuple[QuerySet[Any], str]] = {
        "shortlist": (expired_shortlists(now=now), "mcp_bridge_shortlist_expires_at"),
        "call": (old_calls(now=now), "mcp_bridge_loggedcall_at"),
        "run": (old_runs(make_feed().pk, now=now), "run_of_feed"),
    }
    rows, index = queries[table]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")  # what a small table would prefer
        plan = rows.values_list("pk", flat=True)[: retention.BATCH].explain()
    assert index in plan
    assert "Sort" not in plan


@pytest.mark.promise("LOG-10")
def test_the_sweep_is_a_task_that_beat_sends_hourly() -> None:
    make_shortlist(expires_at=ago(seconds=1))
    entry = app.conf.beat_schedule["sweep"]
    assert (entry["task"], entry["schedule"]) == (SWEEP, 3600.0)
    app.loader.import_default_modules()
    app.tasks[SWEEP].apply(throw=True)
    assert Shortlist.objects.count() == 0


@pytest.mark.promise("LOG-10")
def test_the_page_on_privacy_tells_the_times_that_the_code_keeps() -> None:
    page = (BASE_DIR / "docs" / "privacy.md").read_text(encoding="utf-8")
    said = [
        f"{LIFETIME // timedelta(hours=1)} hours after its last use; {LIFETIME_ONCE_SAVED.days} days once a job is saved",
        f"other text as its length | {retention.CALLS_KEPT.days} days |",
        f"{retention.RUNS_KEPT.days} days, and each feed's newest {retention.NEWEST_RUNS_KEPT} for good",
        f"batches of {retention.BATCH:,} rows",
    ]
    assert [sentence for sentence in said if sentence not in page] == []


@pytest.mark.promise("LOG-11")
@pytest.mark.parametrize("person", ["openai:ann", ANN])
def test_one_person_is_forgotten_by_id_or_pseudonym_and_nobody_else(person: str) -> None:
    own = make_shortlist(principal=ANN)
    make_call(own, principal=ANN)
    make_call(own)
    make_call(principal=ANN, is_error=True)
    other = make_call(make_shortlist(principal=pseudonym("openai", "bob")), principal=pseudonym("openai", "bob"))
    nameless = make_call(make_shortlist())
    assert forget(person) == f"Forgot {ANN}: 1 shortlist and 3 calls.\n"
    assert set(LoggedCall.objects.all()) == {other, nameless}
    assert Shortlist.objects.count() == 2


@pytest.mark.promise("LOG-11")
def test_a_hosts_own_conversation_is_forgotten_by_its_pseudonym_too() -> None:
    make_call(make_shortlist(hint=pseudonym("openai", "session-1")))
    assert forget("openai:session-1").endswith(": 1 shortlist and 1 call.\n")


@pytest.mark.promise("LOG-11")
@pytest.mark.parametrize(
    ("person", "said"),
    [
        ("openai:nobody", f"Nothing is kept of {pseudonym('openai', 'nobody')}. "),
        (ANN, f"Nothing is kept of {ANN}. "),
        ("ann", "“ann” names nobody. "),
        ("", "“” names nobody. "),
        ("openai:", "“openai:” names nobody. "),
    ],
)
def test_where_there_is_nothing_to_forget_the_command_says_so(person: str, said: str) -> None:
    make_call(make_shortlist())
    with pytest.raises(CommandError) as raised:
        forget(person)
    assert str(raised.value).startswith(said)
    assert raised.value.returncode == 1
    assert LoggedCall.objects.count() == 1
