"""How many requests one may make: a stranger by address, a person by account. Each process counts for itself."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

from catalog.addresses import counted_address


class StrangerThrottle(AnonRateThrottle):
    """By the address that nobody can make up; holders of a token count as strangers too."""

    def get_ident(self, request: Request) -> str:
        peer = str(request.META.get("REMOTE_ADDR", ""))
        return counted_address(peer, request.META.get("HTTP_X_FORWARDED_FOR", "")) or peer


class PersonThrottle(UserRateThrottle):
    """Whoever is signed in."""

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        return super().get_cache_key(request, view) if request.user.is_authenticated else None
