"""API tokens: made, checked, revoked. Whoever reads the database finds no token in it, only digests."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from catalog.errors import ShortlistError
from catalog.models import ApiToken, AuditEvent
from catalog.models.token import SCOPE
from catalog.tools.audit import Person, record_event

BEGINNING = "sl_"
_SHOWN = 8  # characters of a token that people may see later
_NOTED_EVERY = timedelta(minutes=1)  # so that a busy client doesn't write a row for every call


@dataclass(frozen=True)
class NewToken:
    """`secret` is what the holder sends; nobody can read it again."""

    token: ApiToken
    secret: str


@transaction.atomic
def make_token(*, name: str, scopes: Sequence[str], user: Person, expires_at: datetime | None = None) -> NewToken:
    """256 random bits. Raises `unknown_scope` or, where there is none, `no_scope`."""
    secret = BEGINNING + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        name=name.strip()[:80],
        prefix=secret[:_SHOWN],
        digest=_digest(secret),
        scopes=_known(scopes),
        created_by_id=user.pk if user else None,
        expires_at=expires_at,
    )
    details = {"token": token.pk, "name": token.name, "scopes": token.scopes}
    record_event(user=user, verb=AuditEvent.Verb.TOKEN_MADE, details=details)
    return NewToken(token, secret)


@transaction.atomic
def revoke_token(*, token: ApiToken, user: Person) -> None:
    """From now on it opens nothing; the row stays, for the history."""
    if ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
        record_event(user=user, verb=AuditEvent.Verb.TOKEN_REVOKED, details={"token": token.pk, "name": token.name})


def check_token(*, secret: str, scope: str) -> ApiToken:
    """The token, and notes that it was used. Raises `bad_token`, or `not_in_scope` for a sound one that may not do this."""
    token = sound_token(secret)
    require_scope(token, scope)
    return token


def sound_token(secret: str) -> ApiToken:
    """The token, whatever its scopes. Raises `bad_token`."""
    token = _found(secret)
    if token is None or not token.is_valid:
        raise ShortlistError("bad_token", "The token is unknown, has expired or was revoked.", "Ask for a new one.")
    return token


def require_scope(token: ApiToken, scope: str) -> None:
    """Notes that the token was used. Raises `not_in_scope` for one that may not do this."""
    if scope not in token.scopes:
        raise ShortlistError("not_in_scope", f"The token doesn't have the scope “{scope}”.", "Ask for one that has it.")
    _note_use(token)


def _found(secret: str) -> ApiToken | None:
    digest = _digest(secret)
    token = ApiToken.objects.filter(digest=digest).first()
    return token if token is not None and hmac.compare_digest(token.digest, digest) else None


def _note_use(token: ApiToken) -> None:
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > _NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def _known(scopes: Sequence[str]) -> list[str]:
    if not scopes:
        raise ShortlistError("no_scope", "A token without a scope opens nothing.", str(SCOPE.message))
    for scope in scopes:
        try:
            SCOPE(scope)
        except ValidationError:
            raise ShortlistError("unknown_scope", f"There is no scope “{scope}”.", str(SCOPE.message)) from None
    return sorted(set(scopes))


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
