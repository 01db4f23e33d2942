from django.apps import AppConfig


class CatalogConfig(AppConfig):
    """What exists: listings, feeds, tool texts, releases."""

    name = "catalog"
    verbose_name = "Catalogue"
