from django.db import models


class Employer(models.Model):
    """Who offers a job. `key` is the folded name without legal forms, so that “Acme, Inc.” and “ACME” are one."""

    name = models.CharField(max_length=120)
    key = models.CharField(max_length=120, unique=True, editable=False)
    website = models.URLField(max_length=300, blank=True)
    industry = models.CharField(
        max_length=40, blank=True, help_text="Used for this employer's listings that name no industry of their own."
    )

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
