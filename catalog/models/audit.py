"""Who did what to the catalogue, and when. Rows are only ever added."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from catalog.models.release import Release


class AuditEvent(models.Model):
    """One thing that was done. The database refuses to alter or delete a row (migration 0003)."""

    class Verb(models.TextChoices):
        PUBLISHED = "published", "published"
        APPROVED = "approved", "approved"
        REJECTED = "rejected", "rejected"
        MOVED = "moved", "moved a label"
        IMPORTED = "imported", "imported drafts"
        TOKEN_MADE = "token_made", "made a token"
        TOKEN_REVOKED = "token_revoked", "revoked a token"

    at = models.DateTimeField(default=timezone.now)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="audit_events"
    )
    verb = models.CharField(max_length=20, choices=Verb)
    release = models.ForeignKey(Release, null=True, blank=True, on_delete=models.PROTECT, related_name="audit_events")
    label = models.CharField(max_length=40, blank=True)
    note = models.CharField(max_length=300, blank=True)
    details = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.get_verb_display(), self.label, self.release) if part)
