from django.urls import path

from catalog.api.converters import TOOL
from mcp_bridge.protocol import figures, health
from mcp_bridge.protocol.rest import ToolCallView

urlpatterns = [
    path("livez", health.livez, name="livez"),
    path("metrics", figures.metrics, name="metrics"),
    path("readyz", health.readyz, name="readyz"),
    path(f"api/v1/tools/<{TOOL}:name>/call/", ToolCallView.as_view(), name="api-call"),
    path("mcp", health.mcp_needs_asgi),
    path("mcp/", health.mcp_needs_asgi),
]
