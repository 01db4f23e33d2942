"""The parts of a start: what is prepared before the programs run, which programs they are, and what is done beside them."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from kombu.exceptions import OperationalError

from catalog.errors import ShortlistError
from catalog.tools.drift import label_states
from config import embedded, first_run, preflight
from config.broker import prepare_queue
from config.celery import TICK, TICK_SECONDS, app
from config.env import BASE_DIR
from config.supervisor import say

POLL = 0.1  # seconds between two looks at a web server that is starting
HEARTBEAT = 2.0  # seconds between two looks at the embedded server
PAGES = {
    "Home": "/",
    "MCP endpoint": "/mcp",
    "Admin": "/admin/",
    "How to connect": "/connect/",
    "Widget preview": "/preview/",
}
LOCAL = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where to reach a server that listens everywhere


def prepare() -> str:
    """Database, migrations, queue and first set-up; returns the administrator's password if it is new."""
    say("up", "Preparing the database …")
    connection.settings_dict["OPTIONS"].pop("pool", None)  # no threads here until the programs have been started
    if data := cluster():
        embedded.ensure(data)
    preflight.refuse_broken_database()
    _migrate()
    if not settings.CELERY_BROKER_URL:
        prepare_queue(app.conf.broker_transport_options)
    password = first_run.create_admin(settings.VAR_DIR)
    first_run.load_board()
    _name_misfits()
    connection.close()
    return password


def _migrate() -> None:
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        why = " ".join(str(error).split())
        raise ShortlistError("migration_failed", f"Shortlist can't prepare its database: {why}.") from error


def _name_misfits() -> None:
    """A release is for ever and code moves on: what no longer fits is told before a client meets it."""
    for state in label_states():
        for misfit in state.misfits:
            say("up", f"Release {state.release} ({state.label}) no longer fits the code. {misfit}")


def programs() -> dict[str, list[str]]:
    """The command line of each program, by the name that its log lines carry."""
    calm = ["-W", "ignore:You're running the worker"]  # as root it warns of pickle, which it doesn't accept
    celery = [sys.executable, *calm, "-m", "celery", "--quiet", "--workdir", str(BASE_DIR), "-A", "config"]
    lone = ["--without-gossip", "--without-mingle", "--without-heartbeat"]  # each would make queues of its own
    return {
        "web": [sys.executable, str(BASE_DIR / "manage.py"), "serve"],
        "worker": [*celery, "worker", "--pool=threads", "--concurrency=4", *lone],
        "beat": [*celery, "beat", "--pidfile=", f"--schedule={settings.VAR_DIR / 'beat'}"],
    }


def look_after(password: str) -> Callable[[], Awaitable[None]]:
    """What runs beside the programs: tell when the web answers, have the feeds looked at, bring PostgreSQL back."""

    async def meanwhile() -> None:
        while not await _web_answers():  # noqa: ASYNC110 - another process: it has no event to set
            await asyncio.sleep(POLL)
        _announce(password)
        await asyncio.to_thread(_dispatch_at_once)
        while data := cluster():
            await asyncio.sleep(HEARTBEAT)
            if await asyncio.to_thread(embedded.revive, data):
                say("up", "PostgreSQL was gone and has been started again.")

    return meanwhile


async def _web_answers() -> bool:
    try:
        host = LOCAL.get(settings.ENV.host, settings.ENV.host)
        reader, writer = await asyncio.open_connection(host, settings.ENV.port)
        writer.write(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        status = await reader.readline()
        writer.close()
    except OSError:
        return False  # not yet
    return b" 200 " in status


def _announce(password: str) -> None:
    say("up", "Shortlist is ready:")
    for name, path in PAGES.items():
        say("up", f"  {name:15} {settings.PUBLIC_URL}{path}")
    kept = settings.VAR_DIR / first_run.PASSWORD_FILE
    if password:
        say("up", f"  Sign in to the admin as {first_run.ADMIN} with the password {password} (kept in {kept}).")
    elif kept.exists():
        say("up", f"  The first password of {first_run.ADMIN} is kept in {kept}.")


def _dispatch_at_once() -> None:
    """Beat's first tick comes after a minute; whoever has just started Shortlist shouldn't wait for it."""
    try:
        app.send_task(TICK, expires=TICK_SECONDS - 5)
    except OperationalError:
        say("up", "The queue can't be reached yet; feeds are looked at within a minute of its return.")


def cluster() -> Path | None:
    """The data directory of the embedded server, if that is the one in use."""
    return Path(found) if (found := settings.DATABASES["default"].get("CLUSTER")) else None
