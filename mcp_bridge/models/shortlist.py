"""A conversation's working set: what was found, shown, opened, saved, applied for and chosen."""

from django.db import models
from django.utils import timezone


class Shortlist(models.Model):
    """One conversation. Its handle is a bearer token: made from `nonce` with the server's key, found again by `digest`.

    `memory` has the shape of `mcp_bridge.shortlists.memory.Memory`."""

    nonce = models.BinaryField(max_length=16, editable=False)
    digest = models.BinaryField(max_length=16, unique=True, editable=False)
    principal = models.CharField(
        max_length=40,
        blank=True,
        db_index=True,
        help_text="Pseudonym of the caller it is bound to; empty: whoever holds it.",
    )
    hint = models.CharField(
        max_length=40,
        blank=True,
        db_index=True,
        help_text="Pseudonym of the host's own conversation, where it tells one.",
    )
    memory = models.JSONField(default=dict, editable=False)
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["-used_at"]

    def __str__(self) -> str:
        return f"shortlist {self.pk}"
