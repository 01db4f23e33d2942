"""`/livez`: this process answers. `/readyz`: it can serve – the database is there and so is a tool of the live release.

Where the code no longer fits a part of the release, the rest is served: `/readyz` says “degraded”, with 200, and names the part.

`/readyz` also tells how the call log stands and whether a worker is there, and doesn't fail for either: a call is answered
whether or not its row is kept, and from the jobs that there are."""

import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from catalog.errors import ShortlistError
from catalog.models import Heartbeat, JobSearch
from catalog.tools.drift import label_states
from catalog.tools.fitting import Misfit
from catalog.tools.labels import LIVE
from mcp_bridge.listing import listed_tools
from mcp_bridge.shortlists.log import call_log
from mcp_bridge.snapshot import snapshots

PATIENCE = 2  # seconds
COUNTED = 10_000  # listings; beyond that the count stops, so that a probe stays cheap

logger = logging.getLogger(__name__)


@never_cache
@require_safe
def livez(_request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "alive"})


@never_cache
@require_safe
def readyz(_request: HttpRequest) -> JsonResponse:
    """200 or 503; `listings` counts open ones, up to 10,000."""
    try:
        _look_past_the_pool()
        listings = JobSearch.objects.all()[:COUNTED].count()
        snapshot = snapshots.current()
        tools = len(listed_tools(snapshot))
        silence = Heartbeat.silence()
        labels = {state.label: _told(state.misfits) or "ok" for state in label_states() if state.label != LIVE}
    except (psycopg.Error, DatabaseError, ShortlistError) as error:
        return _not_ready(error)
    checks: dict[str, Any] = {"database": "ok", "release": "ok", "worker": silence or "ok"}
    if labels:
        checks["labels"] = labels
    if snapshot.misfits:
        checks |= {"release": "The code no longer fits all of it.", "misfits": _told(snapshot.misfits)}
    counts = {"release": snapshot.release, "tools": tools, "listings": listings}
    status = "degraded" if snapshot.misfits else "ready"
    return JsonResponse({"status": status, "checks": checks, **counts, "log": _log()})


@csrf_exempt
def mcp_needs_asgi(_request: HttpRequest) -> JsonResponse:
    """What `/mcp` answers under a WSGI server, which can't hold streams: the endpoint stands before Django."""
    message = "MCP is not served by this command. Start Shortlist with “manage.py serve” or “make run”."
    error = {"code": -32603, "message": message}
    return JsonResponse({"jsonrpc": "2.0", "id": None, "error": error}, status=501)


def _look_past_the_pool() -> None:
    """Django's connection pool would wait five seconds for a database that is away: longer than most probes.

    One look at a time, which answers all who came before its end: a flood of probes must not use up the database's
    connections, and nobody is told what was true before."""
    came = time.monotonic()
    with _looking:
        if _last_look.ended < came:
            _last_look.failure = _failure_of_a_look()
            _last_look.ended = time.monotonic()
        if _last_look.failure is not None:
            raise _last_look.failure


def _failure_of_a_look() -> psycopg.Error | None:
    try:
        psycopg.connect(**connection.get_connection_params() | {"connect_timeout": PATIENCE}).close()
    except psycopg.Error as error:
        return error
    return None


@dataclass
class _Look:
    ended: float
    failure: psycopg.Error | None = None


_looking = threading.Lock()
_last_look = _Look(ended=0.0)


def _not_ready(error: Exception) -> JsonResponse:
    logger.warning("Not ready: %s", type(error).__name__)
    is_release = isinstance(error, ShortlistError)
    said: dict[str, Any] = {"database": "ok", "release": str(error)} if is_release else {"database": "can't be reached"}
    if isinstance(error, ShortlistError) and error.fields:
        said["misfits"] = [f"{item.field}: {item.problem}" for item in error.fields]
    return JsonResponse({"status": "not ready", "checks": said, "log": _log()}, status=503)


def _told(misfits: Sequence[Misfit]) -> list[str]:
    return [str(misfit) for misfit in misfits]


def _log() -> dict[str, int | bool]:
    """Of this process alone: rows that wait, rows that were let go since it began, whether the last batch was written."""
    state = call_log.state()
    return {"waiting": state.waiting, "dropped": state.dropped, "writing": state.is_writing}
