"""Every address. `/mcp` is answered before Django, by `mcp_bridge.protocol` (see config/asgi.py)."""

from django.contrib import admin
from django.urls import include, path

handler404 = "catalog.api.errors.not_found"
handler500 = "catalog.api.errors.server_error"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include("catalog.api.urls")),
    path("", include("mcp_bridge.preview.urls")),
    path("", include("mcp_bridge.protocol.urls")),
    path("", include("catalog.feeds.urls")),
]
