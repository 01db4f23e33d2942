from contextlib import suppress

from django.apps import AppConfig
from django.conf import settings

from config.logs import configure_call_lines


class ConfigApp(AppConfig):
    """The project itself: it is an app so that `up` and `serve` are its commands."""

    name = "config"
    verbose_name = "Shortlist"

    def ready(self) -> None:
        from config import celery  # noqa: F401 - needs settings; from here on shared tasks go to our broker

        configure_call_lines()
        # WhiteNoise warns of a missing folder; on a read-only disk it is somebody else's to make.
        with suppress(OSError):
            settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
