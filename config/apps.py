from django.apps import AppConfig


class ConfigApp(AppConfig):
    """The project itself: it is an app so that `up` and `serve` are its commands."""

    name = "config"
    verbose_name = "Shortlist"

    def ready(self) -> None:
        from config import celery  # noqa: F401 - needs settings; from here on shared tasks go to our broker
