"""Repeats: a model that asks the same thing for the third time within a minute is told so, with what it got before."""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from catalog.errors import ShortlistError
from mcp_bridge.shortlists.memory import Memory, PastCall

WITHIN = timedelta(minutes=1)
ALLOWED = 2  # identical calls within that time
NOT_COMPARED = frozenset({"shortlist", "view"})


def call_key(tool: str, arguments: Mapping[str, Any], *, release: int, data: str) -> str:
    """Equal for equal questions; a new release or new listings make every question new."""
    asked = {name: value for name, value in arguments.items() if name not in NOT_COMPARED}
    text = json.dumps([tool, asked, release, data], sort_keys=True, default=str)
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def check_repeat(memory: Memory, key: str, *, now: datetime, request: str = "") -> None:
    """Raises `repeated` on the third identical call, whatever was called between; a request sent again is not a repeat."""
    same = [call for call in memory.calls if call.key == key and now - call.at < WITHIN]
    if len(same) >= ALLOWED and memory.first_try(key, request) is None:
        raise repeated(same[-1])


def repeated(earlier: PastCall) -> ShortlistError:
    """Names what the earlier call gave, so that the model can go on from there."""
    ids = f" It gave the ids {', '.join(earlier.ids[:10])}." if earlier.ids else f" Its outcome was {earlier.outcome}."
    return ShortlistError(
        "repeated",
        f"This is the same call for the third time within a minute.{ids}",
        "Go on with that result, change the arguments, or tell the user what was found.",
    )
