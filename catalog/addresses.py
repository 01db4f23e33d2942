"""The address that counts against a limit, behind a proxy or without one."""

import ipaddress

LONGEST = 64


def counted_address(peer: str, forwarded_for: str) -> str:
    """The peer's or, where the peer is a proxy near us, what that proxy saw: the last of `X-Forwarded-For`.

    What stands before it is written by clients, who may write anything. Empty where a near peer says nothing."""
    return peer if _is_public(peer) else forwarded_for.rpartition(",")[2].strip()[:LONGEST]


def _is_public(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_global
    except ValueError:
        return False  # a Unix socket, or a test
