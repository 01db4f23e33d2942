"""Handles: what a conversation passes along so that the server knows which shortlist, and which widget, it means."""

import base64
import secrets

HANDLE = r"^[a-z2-7]{26}$"


def mint_handle() -> str:
    """128 random bits as 26 letters and digits that are hard to confuse."""
    return base64.b32encode(secrets.token_bytes(16)).decode("ascii").rstrip("=").lower()
