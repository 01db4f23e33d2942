"""Handles: what a conversation passes along so that the server knows which shortlist, and which widget, it means.

The server keeps digests and pseudonyms, never a handle, an account or a host's own id.
"""

import base64
import hashlib
import secrets

from django.utils.crypto import salted_hmac


def mint_handle() -> str:
    """128 random bits as 26 letters and digits that are hard to confuse: names a widget."""
    return _spelled(secrets.token_bytes(16))


def handle_of(nonce: bytes) -> str:
    """A shortlist's handle. Only this server's key leads from the stored nonce to it, so that a copied table opens nothing."""
    return _spelled(salted_hmac("shortlist.handle", nonce.hex(), algorithm="sha256").digest()[:16])


def view_of(nonce: bytes, request: str, key: str) -> str:
    """The name of the widget that a request shows: the same when the host sends that request again."""
    if not request:
        return mint_handle()
    return _spelled(salted_hmac("shortlist.view", f"{nonce.hex()}:{request}:{key}", algorithm="sha256").digest()[:16])


def digest(handle: str) -> bytes:
    """What is stored of a handle: 16 bytes that lead back to no handle."""
    return hashlib.blake2b(handle.encode(), digest_size=16).digest()


def pseudonym(kind: str, value: str) -> str:
    """`openai-…`, `user-…`: the same for the same value, of no use without this server's key. Empty stays empty."""
    if not value:
        return ""
    return f"{kind}-{salted_hmac('shortlist.pseudonym', f'{kind}:{value}', algorithm='sha256').hexdigest()[:24]}"


def _spelled(sixteen: bytes) -> str:
    return base64.b32encode(sixteen).decode("ascii").rstrip("=").lower()
