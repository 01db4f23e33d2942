"""`subscriptions/listen` (2026-07-28): the SDK's handler, one for each label that somebody listens to."""

from mcp.server.subscriptions import ListenHandler
from mcp_types import SubscriptionsListenRequestParams, SubscriptionsListenResult

from mcp_bridge.protocol.bus import CatalogueBus
from mcp_bridge.protocol.callers import Context, label_of
from mcp_bridge.protocol.streams import MOST


class Listening:
    """Who listens at `/mcp/<label>/` hears of that label alone. A label that nobody may listen to never comes this far."""

    def __init__(self, bus: CatalogueBus) -> None:
        self._bus = bus
        self._handlers: dict[str, ListenHandler] = {}

    async def __call__(self, ctx: Context, params: SubscriptionsListenRequestParams) -> SubscriptionsListenResult:
        return await self._handler(label_of(ctx))(ctx, params)

    def close(self) -> None:
        """Ends every stream, gracefully."""
        for handler in self._handlers.values():
            handler.close()

    def _handler(self, label: str) -> ListenHandler:
        if label not in self._handlers:
            self._handlers[label] = ListenHandler(self._bus.of(label), max_subscriptions=MOST)
        return self._handlers[label]
