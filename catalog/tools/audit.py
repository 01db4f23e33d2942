"""The one way to write the audit: inside the transaction of what it tells, so that neither stands without the other."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from catalog.errors import ShortlistError
from catalog.models import AuditEvent, Release

Person = AbstractBaseUser | AnonymousUser | None

LONGEST_NOTE = 300


def record_event(
    *,
    user: Person,
    verb: AuditEvent.Verb,
    release: Release | None = None,
    label: str = "",
    note: str = "",
    details: Mapping[str, Any] | None = None,
) -> AuditEvent:
    """Adds a row; `user` is None where the command line or the product itself acted."""
    return AuditEvent.objects.create(
        user_id=user.pk if user else None,
        verb=verb,
        release=release,
        label=label,
        note=kept_note(note),
        details=dict(details or {}),
    )


def kept_note(note: str) -> str:
    """As much of a note as a row holds; PostgreSQL's texts hold no NUL."""
    return note.replace("\0", "").strip()[:LONGEST_NOTE]


def person_named(username: str) -> Person:
    """For the command line: nobody where no name is given. Raises `unknown_user`."""
    if not username:
        return None
    users = get_user_model()._default_manager
    user: Person = users.filter(**{get_user_model().USERNAME_FIELD: username}).first()
    if user is None:
        raise ShortlistError("unknown_user", f"There is no account “{username}”.", "Use the name they sign in with.")
    return user
