"""`manage.py mcp_stdio`: for clients that start an MCP server as a child process, with this project's folder as theirs."""

import asyncio
from typing import Any

from django.core.management.base import BaseCommand

from mcp_bridge.protocol.stdio import serve_stdio


class Command(BaseCommand):
    help = "Serves MCP on stdin and stdout, in both protocol eras; logs go to stderr."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        asyncio.run(serve_stdio())
