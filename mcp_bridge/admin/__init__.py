"""Where support reads what conversations did. Nothing here is typed: all of it is read-only."""

from mcp_bridge.admin import call, shortlist

__all__ = ["call", "shortlist"]
