"""What `manage.py doctor` looks at. Each check answers with what it found, and for what is wrong, what to do next."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from kombu.exceptions import OperationalError

from catalog.errors import ShortlistError
from catalog.models import Heartbeat
from catalog.tools.drift import label_states
from catalog.tools.labels import LIVE
from config.broker import prepare_queue
from config.celery import app

PATIENCE = 3  # seconds
LOCAL = {"localhost", "127.0.0.1", "::1", "0.0.0.0"}  # noqa: S104 - names of this machine, not an address to listen on


class State(StrEnum):
    OK = "ok"
    CAREFUL = "careful"
    WRONG = "wrong"


@dataclass(frozen=True)
class Finding:
    """One line of the report."""

    subject: str
    state: State
    text: str


def examine() -> Iterator[Finding]:
    """All checks, in the order in which one needs the other; what needs the database is left out where it is away."""
    database = _database()
    yield database
    if database.state is State.OK:
        migrations = _migrations()
        yield migrations
        if migrations.state is State.OK:
            yield from _releases()
    yield _broker()
    if database.state is State.OK:
        yield _worker()
    yield from _address()


def _database() -> Finding:
    try:
        with psycopg.connect(**connection.get_connection_params() | {"connect_timeout": PATIENCE}) as trial:
            version = trial.info.server_version // 10_000
    except (psycopg.Error, DatabaseError) as error:
        why = " ".join(str(error).split())
        return Finding("database", State.WRONG, f"It can't be reached: {why}. Start it, or correct DATABASE_URL.")
    return Finding("database", State.OK, f"PostgreSQL {version} answers.")


def _migrations() -> Finding:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        names = ", ".join(f"{migration.app_label}.{migration.name}" for migration, _ in plan[:3])
        text = f"{len(plan)} are not applied, first {names}. Run “manage.py migrate”."
        return Finding("migrations", State.WRONG, text)
    return Finding("migrations", State.OK, "All are applied.")


def _releases() -> Iterator[Finding]:
    states = label_states()
    if LIVE not in {state.label for state in states}:
        yield Finding("label live", State.WRONG, "Nothing is published. Publish the drafts in the admin.")
    for state in states:
        subject = f"label {state.label}"
        if not state.misfits:
            yield Finding(subject, State.OK, f"Release {state.release} fits the code.")
        for misfit in state.misfits:
            is_missed = state.label == LIVE and misfit.takes_tool_out
            text = f"Release {state.release} no longer fits the code. {misfit}"
            yield Finding(subject, State.WRONG if is_missed else State.CAREFUL, text)


def _broker() -> Finding:
    where = "The broker" if settings.CELERY_BROKER_URL else "The queue in PostgreSQL"
    try:
        _reach_broker()
    except (KeyError, ImportError):
        return Finding(
            "broker", State.WRONG, "CELERY_BROKER_URL names no broker that is installed: use Redis or RabbitMQ."
        )
    except (OperationalError, DatabaseError, psycopg.Error, ShortlistError) as error:
        why = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        return Finding(
            "broker", State.WRONG, f"{where} can't be reached: {why}. Feeds are not refreshed until it is back."
        )
    return Finding("broker", State.OK, f"{where} answers.")


def _reach_broker() -> None:
    if not settings.CELERY_BROKER_URL:
        prepare_queue(app.conf.broker_transport_options)  # as every producer does first
        return
    with app.connection_for_write(connect_timeout=PATIENCE) as broker:
        broker.ensure_connection(max_retries=1, timeout=PATIENCE)


def _worker() -> Finding:
    try:
        silence = Heartbeat.silence()
    except DatabaseError:  # its table comes with a migration, which is named above
        return Finding("worker", State.CAREFUL, "Nobody can tell before the migrations are applied.")
    return (
        Finding("worker", State.CAREFUL, silence)
        if silence
        else Finding("worker", State.OK, "It was heard of just now.")
    )


def _address() -> Iterator[Finding]:
    """PUBLIC_URL is what links, host checks and hosted chat apps go by."""
    address = urlsplit(settings.PUBLIC_URL)
    if not settings.IS_PUBLIC:
        text = f"PUBLIC_URL is unset: only this machine reaches {settings.PUBLIC_URL}; hosted chat apps don't."
        yield Finding("address", State.CAREFUL, text)
        return
    if address.hostname in LOCAL:
        text = f"PUBLIC_URL is {settings.PUBLIC_URL}: other machines can't reach that name. Set the public one."
        yield Finding("address", State.WRONG, text)
    elif address.scheme != "https":
        text = f"PUBLIC_URL is {settings.PUBLIC_URL}: hosted chat apps connect by https only."
        yield Finding("address", State.WRONG, text)
    else:
        yield Finding("address", State.OK, f"{settings.PUBLIC_URL} is what clients connect to.")
    if settings.DEBUG:
        yield Finding("debug", State.WRONG, "DEBUG shows settings and code to visitors. Unset it.")
