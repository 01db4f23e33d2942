from django.apps import AppConfig


class McpBridgeConfig(AppConfig):
    """How it is spoken: the MCP endpoint, tool handlers, widgets."""

    name = "mcp_bridge"
    verbose_name = "MCP bridge"

    def ready(self) -> None:
        # Registers every handler and the checks; imported here because models must be loaded first.
        from mcp_bridge import checks, tools

        del checks, tools
