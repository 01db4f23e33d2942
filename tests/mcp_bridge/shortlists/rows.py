"""Rows as a conversation leaves them, with any date."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from mcp_bridge.models import LoggedCall, Shortlist
from mcp_bridge.shortlists.memory import Memory


def make_shortlist(**fields: Any) -> Shortlist:
    """Alive, unless `expires_at` says otherwise; `memory` is a Memory."""
    memory: Memory = fields.pop("memory", Memory())
    given: dict[str, Any] = {
        "nonce": secrets.token_bytes(16),
        "digest": secrets.token_bytes(16),
        "expires_at": timezone.now() + timedelta(hours=24),
        "memory": memory.model_dump(mode="json"),
    }
    return Shortlist.objects.create(**{**given, **fields})


def make_call(shortlist: Shortlist | int | None = None, **fields: Any) -> LoggedCall:
    number = shortlist.pk if isinstance(shortlist, Shortlist) else shortlist
    given = {"tool": "search_jobs", "outcome": "found", "milliseconds": 12.0, "era": "modern", "client": "claude"}
    return LoggedCall.objects.create(shortlist_id=number, **{**given, **fields})


def ago(**time: float) -> datetime:
    return timezone.now() - timedelta(**time)
