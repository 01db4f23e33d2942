"""Cities of the world with 15,000 inhabitants and more (GeoNames, CC BY 4.0)."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models


class Place(models.Model):
    """A city. `names` holds every folded spelling that finds it; `hubs` the larger cities within 40 km, itself included."""

    id = models.PositiveIntegerField("GeoNames id", primary_key=True)
    name = models.CharField(max_length=200)
    ascii_name = models.CharField(max_length=200)
    country = models.CharField(max_length=2, help_text="ISO 3166-1 alpha-2")
    admin1 = models.CharField("region code", max_length=20, blank=True)
    latitude = models.FloatField()
    longitude = models.FloatField()
    population = models.PositiveIntegerField()
    timezone = models.CharField(max_length=40, blank=True)
    names = ArrayField(models.CharField(max_length=200), default=list)
    hubs = ArrayField(models.PositiveIntegerField(), default=list)

    class Meta:
        ordering = ["-population", "id"]
        indexes = [
            GinIndex(fields=["names"], name="place_names"),
            models.Index(fields=["country", "admin1"], name="place_region"),
        ]

    def __str__(self) -> str:
        return ", ".join(
            part for part in (self.name, self.admin1 if self.country == "US" else "", self.country) if part
        )
