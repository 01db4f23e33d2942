from django.urls import path

from mcp_bridge.protocol import health

urlpatterns = [
    path("livez", health.livez, name="livez"),
    path("readyz", health.readyz, name="readyz"),
    path("mcp", health.mcp_needs_asgi),
    path("mcp/", health.mcp_needs_asgi),
]
