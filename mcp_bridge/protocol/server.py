"""The SDK's low-level server, with our answers: tools are rows of a release here, not Python functions."""

from typing import Any

from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.context import CallNext, HandlerResult
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp_types import (
    SERVER_INFO_META_KEY,
    CallToolRequestParams,
    DiscoverResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    RequestParams,
    ResourcesCapability,
    SubscriptionsListenRequestParams,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from catalog.tools.labels import LIVE
from mcp_bridge.protocol.answers import Answers
from mcp_bridge.protocol.callers import Context, label_of
from mcp_bridge.protocol.greeting import EXTENSIONS, NAME, introduction, server_info, version
from mcp_bridge.protocol.listening import Listening
from mcp_bridge.protocol.plain_words import in_plain_words

MINUTE = CacheHint(60_000, "public")
CACHED: tuple[CacheableMethod, ...] = (
    "server/discover",
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
)


UNCHANGING = ResourcesCapability()  # a widget that changes gets another address, which its tool names


class ShortlistServer(Server[Any]):
    """Differs from the SDK's where that fixes at construction what a release may change."""

    def __init__(self, answers: Answers, listen: Listening) -> None:
        super().__init__(
            NAME,
            version=version(),
            cache_hints=dict.fromkeys(CACHED, MINUTE),
            get_tool_input_schema=nothing_in_headers,
        )
        self.answers = answers
        self.extensions = EXTENSIONS
        self.middleware += [in_plain_words, self._greet]
        self.add_request_handler("server/discover", RequestParams, self._discover)
        self.add_request_handler("tools/list", PaginatedRequestParams, answers.list_tools)
        self.add_request_handler("tools/call", CallToolRequestParams, answers.call_tool)
        self.add_request_handler("resources/list", PaginatedRequestParams, answers.list_resources)
        self.add_request_handler("resources/templates/list", PaginatedRequestParams, answers.list_resource_templates)
        self.add_request_handler("resources/read", ReadResourceRequestParams, answers.read_resource)
        self.add_request_handler("subscriptions/listen", SubscriptionsListenRequestParams, listen)

    @property
    def server_info_stamp(self) -> dict[str, Any]:
        return server_info()

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> InitializationOptions:
        told = notification_options or NotificationOptions(tools_changed=True)  # by the stream of legacy_stream.py
        return super().create_initialization_options(told, experimental_capabilities, extensions)

    async def _greet(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        return await (self.answers.initialize(ctx, call_next) if ctx.method == "initialize" else call_next(ctx))

    async def _discover(self, ctx: Context, _params: RequestParams) -> DiscoverResult:
        capabilities = self.get_capabilities(protocol_version=ctx.protocol_version)
        return DiscoverResult(
            supported_versions=list(MODERN_PROTOCOL_VERSIONS),
            capabilities=capabilities.model_copy(update={"resources": UNCHANGING}),
            instructions=await self.answers.instructions(ctx),
            _meta={SERVER_INFO_META_KEY: introduction()},
            **({} if label_of(ctx) == LIVE else {"cache_scope": "private"}),
        )


def nothing_in_headers(_tool: str) -> None:
    """For the SDK's check of `Mcp-Param-*` headers: no schema of ours declares any (`x-mcp-header`).

    Without this hook the SDK runs the whole of tools/list before every call."""
