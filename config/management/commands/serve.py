"""`manage.py serve`: the web alone, for a machine where worker and beat run elsewhere."""

import os
import shutil
from pathlib import Path
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand

from config.draining import DrainingProtocol

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # where web processes put their figures, for any of them to add up
OPEN_STREAMS_SECONDS = 2  # an open event stream must not hold up a stop


class Command(BaseCommand):
    help = "Serves the web and /mcp with uvicorn; HOST, PORT and WEB_WORKERS choose where and how wide."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        os.environ[FOLDER] = str(_emptied(settings.VAR_DIR / "metrics"))
        uvicorn.run(
            ":".join(settings.ASGI_APPLICATION.rsplit(".", 1)),
            host=settings.ENV.host,
            port=settings.ENV.port,
            workers=settings.ENV.web_workers,
            loop="uvloop",
            http=DrainingProtocol,
            ws="none",
            proxy_headers=False,  # PUBLIC_URL says what the address is, never a header
            server_header=False,
            log_config=None,  # Django's LOGGING
            access_log=False,  # it would print addresses and what was asked; a call has a line of its own
            timeout_graceful_shutdown=OPEN_STREAMS_SECONDS,
        )


def _emptied(folder: Path) -> Path:
    """Figures begin anew with the web: those of processes that have ended would be counted for ever."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, mode=0o700)
    return folder
