"""Who asks: the holder of an API token, or somebody who is signed in to the admin."""

from django.contrib.auth.models import AnonymousUser
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from catalog.models import ApiToken
from catalog.tools.tokens import sound_token


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer sl_…`. A token is nobody's account: what it may do is its scopes."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, ApiToken] | None:
        """Raises `bad_token`, which answers 401."""
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        return AnonymousUser(), sound_token(secret.strip())

    def authenticate_header(self, request: Request) -> str:
        """So that whoever brings nothing is answered 401 rather than 403."""
        del request
        return "Bearer"
