"""Tokens for programs: what each may do is its scopes; the token itself is shown once and not kept."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone

SCOPE = RegexValidator(
    r"^(label:[-a-zA-Z0-9_]{1,40}|read:drafts|metrics)\Z", "Known scopes: label:NAME, read:drafts, metrics."
)


class ApiToken(models.Model):
    """What is kept of a token: its digest, and enough of its beginning for people to tell it from others."""

    name = models.CharField(max_length=80, help_text="Who or what holds it.")
    prefix = models.CharField(max_length=12, help_text="How the token begins.")
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the token.")
    scopes = ArrayField(models.CharField(max_length=60, validators=[SCOPE]))
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)
    created_at = models.DateTimeField(default=timezone.now)
    last_used_at = models.DateTimeField(null=True, blank=True, help_text="To the minute.")
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "API token"
        ordering = ["-id"]
        default_permissions = ["view"]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @property
    def is_valid(self) -> bool:
        """Neither revoked nor expired."""
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > timezone.now())
