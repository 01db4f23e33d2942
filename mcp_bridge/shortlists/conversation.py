"""A call's conversation: found by its handle or by the host's hint, else begun; remembered when the call is answered."""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from catalog.errors import ShortlistError
from mcp_bridge.models import Shortlist
from mcp_bridge.shortlists.handles import digest, handle_of
from mcp_bridge.shortlists.memory import Actor, Memory

LIFETIME = timedelta(hours=24)
LIFETIME_ONCE_SAVED = timedelta(days=30)

Change = Callable[[Memory], None]

# By hand: most searches begin a conversation, and the ORM takes as long to spell this as the search takes in all.
_BEGIN = """
INSERT INTO mcp_bridge_shortlist (nonce, digest, principal, hint, memory, created_at, used_at, expires_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s) RETURNING id
"""


@dataclass(frozen=True)
class Conversation:
    """`actor` is the user where the call carries the name of a widget that this conversation has shown."""

    nonce: bytes
    handle: str = field(repr=False)  # a bearer secret
    memory: Memory = field(default_factory=Memory)
    actor: Actor = "model"
    principal: str = ""
    hint: str = ""
    id: int | None = None


def open_conversation(*, handle: str, view: str, principal: str = "", hint: str = "") -> Conversation:
    """Finds or begins a conversation; one query, none for a new one without a hint.

    Raises `shortlist_unknown` for a handle that is wrong, expired or somebody else's (the same words for all three), and
    `view_unknown` for a widget that this conversation has not shown.
    """
    row = _by_handle(handle, principal) if handle else _by_hint(hint, principal)
    memory = Memory.model_validate(row.memory) if row else Memory()
    if view and not memory.is_live(view):
        raise view_unknown()
    nonce = bytes(row.nonce) if row else secrets.token_bytes(16)
    return Conversation(
        nonce=nonce,
        handle=handle_of(nonce),
        memory=memory,
        actor="user" if view else "model",
        principal=principal,
        hint=hint,
        id=row.pk if row else None,
    )


def remember(conversation: Conversation, *changes: Change) -> Conversation:
    """Applies changes to the memory as it is now, not as it was when the call began: parallel calls lose nothing."""
    if conversation.id is None:
        return _begun(conversation, changes)
    with transaction.atomic():
        row = Shortlist.objects.select_for_update().filter(pk=conversation.id).first()
        if row is None:  # swept since the call began
            nonce = secrets.token_bytes(16)
            return _begun(replace(conversation, nonce=nonce, handle=handle_of(nonce)), changes)
        memory = _changed(Memory.model_validate(row.memory), changes)
        row.memory, row.used_at, row.expires_at = memory.model_dump(mode="json"), timezone.now(), _expiry(memory)
        row.save(update_fields=["memory", "used_at", "expires_at"])
    return replace(conversation, memory=memory)


def _begun(conversation: Conversation, changes: Iterable[Change]) -> Conversation:
    memory = _changed(conversation.memory.model_copy(), changes)  # changes put new lists in the place of old ones
    now = timezone.now()
    values: list[Any] = [
        conversation.nonce,
        digest(conversation.handle),
        conversation.principal,
        conversation.hint,
        memory.model_dump_json(),
        now,
        now,
        _expiry(memory),
    ]
    with connection.cursor() as cursor:
        cursor.execute(_BEGIN, values)
        (row_id,) = cursor.fetchone()
    return replace(conversation, memory=memory, id=row_id)


def _changed(memory: Memory, changes: Iterable[Change]) -> Memory:
    for change in changes:
        change(memory)
    return memory


def _by_handle(handle: str, principal: str) -> Shortlist:
    row = Shortlist.objects.filter(digest=digest(handle), expires_at__gt=timezone.now()).first()
    if row is None or (row.principal and row.principal != principal):
        raise shortlist_unknown()
    return row


def _by_hint(hint: str, principal: str) -> Shortlist | None:
    if not hint:
        return None
    alive = Shortlist.objects.filter(hint=hint, principal=principal, expires_at__gt=timezone.now())
    return alive.order_by("-used_at").first()


def _expiry(memory: Memory) -> datetime:
    return timezone.now() + (LIFETIME_ONCE_SAVED if memory.saved else LIFETIME)


def shortlist_unknown() -> ShortlistError:
    return ShortlistError(
        "shortlist_unknown",
        "This `shortlist` is not known here, or has expired.",
        "Leave `shortlist` out: the next search begins a new one.",
    )


def view_unknown() -> ShortlistError:
    return ShortlistError(
        "view_unknown",
        "No widget of this name was shown in this conversation.",
        "Leave `view` out; only a widget sets it.",
    )
