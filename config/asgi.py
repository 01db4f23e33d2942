"""The one ASGI application: MCP at /mcp, Django for everything else."""

import os
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from starlette.types import ASGIApp

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

django_application = get_asgi_application()

from mcp_bridge.protocol.endpoint import Endpoint  # noqa: E402 - needs the apps that the line above loads

application = Endpoint(cast("ASGIApp", django_application))  # Django spells the same protocol with dict
