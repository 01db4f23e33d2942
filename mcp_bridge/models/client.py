"""Which client has which list: what it last read, and what people know of how long it keeps that."""

from django.db import models


class ClientListing(models.Model):
    """The last time that clients of one name and era listed the live tools; written off the hot path."""

    client = models.CharField(
        max_length=64, blank=True, help_text="As the client names itself; empty where it doesn't."
    )
    era = models.CharField(max_length=8)
    release = models.PositiveIntegerField(help_text="What it last listed.")
    at = models.DateTimeField(db_index=True)
    calls = models.PositiveBigIntegerField(default=0, help_text="How often it has listed the tools.")

    class Meta:
        ordering = ["-at"]
        constraints = [models.UniqueConstraint(fields=["client", "era"], name="one_listing_per_client_and_era")]

    def __str__(self) -> str:
        return f"{self.client or 'not stated'}, {self.era}: release {self.release}"


class ClientMark(models.Model):
    """What somebody found out about a client, against what its host is known for."""

    client = models.CharField(max_length=64, primary_key=True)
    freezes = models.BooleanField(help_text="It keeps a list for good, until somebody refreshes it by hand.")
    release = models.PositiveIntegerField(
        null=True, blank=True, help_text="The release whose list it keeps, where known."
    )

    def __str__(self) -> str:
        return f"{self.client}: {'freezes its list' if self.freezes else 'reads the list again'}"
