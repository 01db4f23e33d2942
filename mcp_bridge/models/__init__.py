"""What a conversation leaves behind, and what is known of those who hold it."""

from mcp_bridge.models.call import LoggedCall
from mcp_bridge.models.client import ClientListing, ClientMark
from mcp_bridge.models.shortlist import Shortlist

__all__ = ["ClientListing", "ClientMark", "LoggedCall", "Shortlist"]
