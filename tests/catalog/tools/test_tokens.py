"""Tokens are shown once and kept as digests."""

import hashlib
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from catalog.errors import ShortlistError
from catalog.models import ApiToken, AuditEvent
from catalog.tools.tokens import check_token, make_token

pytestmark = pytest.mark.django_db


@pytest.mark.promise("REL-7")
def test_what_is_kept_of_a_token_does_not_lead_back_to_it() -> None:
    made = make_token(name=" staging ", scopes=["metrics", "label:candidate", "metrics"], user=None)
    kept = ApiToken.objects.values().get()
    assert made.secret.startswith("sl_")
    assert len(made.secret) == 46
    assert made.secret not in str(kept)
    assert kept["digest"] == hashlib.sha256(made.secret.encode()).hexdigest()
    assert (kept["name"], kept["scopes"], kept["prefix"]) == (
        "staging",
        ["label:candidate", "metrics"],
        made.secret[:8],
    )
    assert check_token(secret=made.secret, scope="metrics") == made.token


@pytest.mark.promise("REL-7")
@pytest.mark.parametrize("scopes", [[], ["everything"], ["label:"], ["label:a b"], ["metrics\n"], ["metrics", "admin"]])
def test_scopes_that_are_not_known_are_refused(scopes: list[str]) -> None:
    with pytest.raises(ShortlistError, match="Known scopes: label:NAME, read:drafts, metrics"):
        make_token(name="staging", scopes=scopes, user=None)
    assert not ApiToken.objects.exists()


@pytest.mark.promise("REL-1", "REL-7")
def test_the_command_shows_a_token_once_lists_and_revokes() -> None:
    User.objects.create_user("ann")
    out = StringIO()
    call_command(
        "token", "staging", "--scope", "label:candidate", "--days", "30", "--as", "ann", stdout=out, stderr=StringIO()
    )
    secret = out.getvalue().strip()
    token = check_token(secret=secret, scope="label:candidate")
    assert token.expires_at is not None
    listing = StringIO()
    call_command("token", "--list", stdout=listing)
    assert "label:candidate  valid, used" in listing.getvalue()
    assert secret not in listing.getvalue()
    call_command("token", "--revoke", str(token.pk), "--as", "ann", stdout=StringIO())
    with pytest.raises(ShortlistError, match="was revoked"):
        check_token(secret=secret, scope="label:candidate")
    told = AuditEvent.objects.order_by("id").values_list("verb", "user__username", "details__name")
    assert list(told) == [("token_made", "ann", "staging"), ("token_revoked", "ann", "staging")]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Say who or what will hold the token"),
        (["staging"], "A token without a scope opens nothing"),
        (["staging", "--scope", "metrics", "--as", "nobody"], "There is no account “nobody”"),
        (["--revoke", "7"], "There is no token 7"),
    ],
)
def test_the_command_says_what_is_missing(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("token", *arguments)
