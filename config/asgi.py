"""The one ASGI application: MCP at /mcp, Django for everything else."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

django_application = get_asgi_application()

from mcp_bridge.protocol.endpoint import Endpoint  # noqa: E402 - needs the apps that the line above loads

application = Endpoint(django_application)
