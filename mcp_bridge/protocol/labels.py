"""`/mcp/<label>/`: another label than `live`, for holders of a token that has its scope."""

import re
from functools import partial

from django.db import InterfaceError, OperationalError

from catalog.errors import ShortlistError
from catalog.models import ReleaseLabel
from catalog.tools.labels import LIVE
from catalog.tools.tokens import check_token
from mcp_bridge.protocol.reading import run_twice
from mcp_bridge.protocol.refusals import refused
from mcp_bridge.protocol.threads import DatabaseThreads

_PATH = re.compile(r"/mcp(?:/(?P<label>[-a-zA-Z0-9_]{1,40}))?/?")


def label_at(path: str) -> str:
    """The label that an address serves; empty where it is none of ours."""
    found = _PATH.fullmatch(path)
    return (found["label"] or LIVE) if found else ""


async def admit(label: str, authorization: str, threads: DatabaseThreads) -> None:
    """Refuses with 401, 403 or 404, in this order: whoever has no token learns nothing about the labels there are."""
    scheme, _, secret = authorization.partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise refused("no_token")
    try:
        await run_twice(threads, partial(_check, label, secret.strip()))
    except (OperationalError, InterfaceError) as error:
        raise refused("temporarily_unavailable") from error


def _check(label: str, secret: str) -> None:
    try:
        check_token(secret=secret, scope=f"label:{label}")
    except ShortlistError as error:
        raise refused(error.code, label=label) from None
    if not ReleaseLabel.objects.filter(name=label).exists():
        raise refused("unknown_label", label=label)
