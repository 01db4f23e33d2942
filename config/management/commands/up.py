"""`manage.py up`: everything on this machine – database, web, worker and beat – and one Ctrl-C for all of it."""

import asyncio
import os
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from kombu.exceptions import OperationalError

from catalog.errors import ShortlistError
from config import embedded, first_run, preflight
from config.broker import prepare_queue
from config.celery import TICK, TICK_SECONDS, app
from config.supervisor import end_with_parent, say, supervise

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


class Command(BaseCommand):
    help = "Starts Shortlist: database, migrations, first set-up, web, worker and beat. Ctrl-C stops all of it."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--with-parent", action="store_true", help="stop too if the calling process is killed")

    def handle(self, *args: Any, with_parent: bool, **options: Any) -> None:
        if with_parent:
            end_with_parent(os.getppid())
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # until the supervisor listens: as if by Ctrl-C
        try:
            code = _run()
        except KeyboardInterrupt:
            code = 0
        except ShortlistError as error:
            raise SystemExit(str(error)) from None
        sys.exit(code)


def _run() -> int:
    folder = preflight.claim_folder(settings.VAR_DIR)
    preflight.refuse_taken_port(settings.ENV.host, settings.ENV.port)
    try:
        password = _prepare()
        return asyncio.run(supervise(_programs(), meanwhile=_look_after(password), inherit=[folder]))
    finally:
        if cluster := _cluster():
            embedded.leave(cluster)
        say("up", "Stopped.")


def _prepare() -> str:
    """Database, migrations, queue and first set-up; returns the administrator's password if it is new."""
    say("up", "Preparing the database …")
    connection.settings_dict["OPTIONS"].pop("pool", None)  # no threads here until the programs have been started
    if cluster := _cluster():
        embedded.ensure(cluster)
    preflight.refuse_broken_database()
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        raise ShortlistError("migration_failed", f"Shortlist can't prepare the database: {error}".strip()) from error
    if not settings.CELERY_BROKER_URL:
        prepare_queue(app.conf.broker_transport_options)
    password = first_run.create_admin(settings.VAR_DIR)
    first_run.load_demo()
    connection.close()
    return password


def _programs() -> dict[str, list[str]]:
    calm = ["-W", "ignore:You're running the worker"]  # as root it warns of pickle, which it doesn't accept
    celery = [sys.executable, *calm, "-m", "celery", "--quiet", "-A", "config"]
    lone = ["--without-gossip", "--without-mingle", "--without-heartbeat"]  # each would make queues of its own
    return {
        "web": [sys.executable, sys.argv[0], "serve"],
        "worker": [*celery, "worker", "--pool=threads", "--concurrency=4", *lone],
        "beat": [*celery, "beat", "--pidfile=", f"--schedule={settings.VAR_DIR / 'beat'}"],
    }


def _look_after(password: str) -> Callable[[], Awaitable[None]]:
    async def look_after() -> None:
        while not await _web_answers():  # noqa: ASYNC110 - another process: it has no event to set
            await asyncio.sleep(POLL)
        _announce(password)
        await asyncio.to_thread(_dispatch_at_once)
        while cluster := _cluster():
            await asyncio.sleep(HEARTBEAT)
            if await asyncio.to_thread(embedded.revive, cluster):
                say("up", "PostgreSQL was gone and has been started again.")

    return look_after


async def _web_answers() -> bool:
    try:
        host = LOCAL.get(settings.ENV.host, settings.ENV.host)
        reader, writer = await asyncio.open_connection(host, settings.ENV.port)
    except OSError:
        return False
    writer.write(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    status = await reader.readline()
    writer.close()
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


def _cluster() -> Path | None:
    """The data directory of the embedded server, if that is the one in use."""
    return Path(found) if (found := settings.DATABASES["default"].get("CLUSTER")) else None
