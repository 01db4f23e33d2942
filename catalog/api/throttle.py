"""How many requests a stranger may make."""

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle

from catalog.addresses import counted_address


class StrangerThrottle(AnonRateThrottle):
    """By the address that nobody can make up; each process counts for itself."""

    def get_ident(self, request: Request) -> str:
        peer = str(request.META.get("REMOTE_ADDR", ""))
        return counted_address(peer, request.META.get("HTTP_X_FORWARDED_FOR", "")) or peer
