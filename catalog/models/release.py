"""What is served: immutable, hashed releases of the whole catalogue, and the labels that point at them."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class Release(models.Model):
    """All enabled tools with all their texts, frozen. The database refuses to alter or delete a row (migration 0002)."""

    number = models.PositiveIntegerField(primary_key=True)
    content = models.JSONField(help_text="The shape of `catalog.tools.content.CatalogueContent`.")
    sha256 = models.CharField(max_length=64, help_text="Of the content, as canonical JSON.")
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="children")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)
    note = models.CharField(max_length=300, blank=True)
    lint = models.JSONField(default=dict, blank=True, help_text="What the lint said, as `LintReport.as_json` has it.")
    diff = models.JSONField(
        default=list,
        blank=True,
        help_text="What differs from the parent: `catalog.tools.classes.ClassedChange`, as JSON.",
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-number"]
        permissions = [
            ("publish_release", "Can publish the drafts and move labels"),
            ("approve_release", "Can approve or reject another person's release"),
        ]

    def __str__(self) -> str:
        return f"release {self.number}"


class ReleaseVerdict(models.Model):
    """What a second person said of a release: once, and for good (migration 0005)."""

    release = models.OneToOneField(Release, primary_key=True, on_delete=models.PROTECT, related_name="verdict")
    is_approved = models.BooleanField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    note = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        default_permissions = ["view"]

    def __str__(self) -> str:
        return f"{self.release} {'approved' if self.is_approved else 'rejected'} by {self.user}"


class ReleaseLabel(models.Model):
    """A movable pointer: `live` is what /mcp serves."""

    name = models.SlugField(primary_key=True, max_length=40)
    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="labels")
    moved_at = models.DateTimeField(default=timezone.now)
    moved_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
