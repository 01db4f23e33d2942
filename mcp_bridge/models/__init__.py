"""What a conversation leaves behind."""

from mcp_bridge.models.call import LoggedCall
from mcp_bridge.models.shortlist import Shortlist

__all__ = ["LoggedCall", "Shortlist"]
