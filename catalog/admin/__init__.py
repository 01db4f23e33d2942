"""The pages where people edit what models read, and look after feeds and listings: one file a model."""

import catalog.admin.generics  # noqa: F401 - first: the classes below take type arguments
from catalog.admin import (
    audit,
    board,
    employer,
    feed,
    feed_run,
    label,
    listing,
    place,
    rate,
    release,
    server_text,
    synonym,
    tool,
)

__all__ = [
    "audit",
    "board",
    "employer",
    "feed",
    "feed_run",
    "label",
    "listing",
    "place",
    "rate",
    "release",
    "server_text",
    "synonym",
    "tool",
]
