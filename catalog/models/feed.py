"""Where listings come from, and what each refresh did."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone


class Feed(models.Model):
    """A publisher's document at an address, with the preset and the mapping that read it, and its place in the schedule."""

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=80)
    url = models.URLField("address", max_length=1000)
    preset = models.CharField(max_length=40, help_text="A shipped way of reading, e.g. indeed-xml, greenhouse, rss.")
    mapping = models.JSONField(
        default=dict, blank=True, help_text='What differs from the preset, e.g. {"fields": {"title": "position"}}.'
    )
    enabled = models.BooleanField(default=True)
    authoritative = models.BooleanField(
        default=True, help_text="A listing that is missing from a whole, sound copy of this feed is closed."
    )
    interval_minutes = models.PositiveIntegerField(
        default=60, validators=[MinValueValidator(5), MaxValueValidator(10080)]
    )
    drop_limit = models.FloatField(
        default=0.30,
        validators=[MinValueValidator(0), MaxValueValidator(1)],
        help_text="A copy that is smaller than usual by more than this share closes nothing until somebody approves it.",
    )
    blast_limit = models.FloatField(
        default=0.50,
        validators=[MinValueValidator(0), MaxValueValidator(1)],
        help_text="A refresh that would close more than this share of the feed's open listings closes nothing.",
    )
    empty_limit = models.PositiveSmallIntegerField(
        default=3,
        help_text="After so many empty copies in a row the feed counts as empty and its listings are closed; 0 is never.",
    )
    attribution = models.CharField(
        max_length=120, blank=True, help_text="Shown with each listing, e.g. “via Example Jobs”."
    )
    default_industry = models.CharField(max_length=40, blank=True)
    default_currency = models.CharField(max_length=3, blank=True)

    next_run_at = models.DateTimeField(default=timezone.now, editable=False)
    lease_until = models.DateTimeField(null=True, blank=True, editable=False)
    lease_run = models.UUIDField(null=True, blank=True, editable=False)
    etag = models.CharField(max_length=300, blank=True, editable=False)
    last_modified = models.CharField(max_length=60, blank=True, editable=False)
    body_sha256 = models.CharField(max_length=64, blank=True, editable=False)
    last_full_get_at = models.DateTimeField(null=True, blank=True, editable=False)
    last_success_at = models.DateTimeField(null=True, blank=True, editable=False)
    last_yield_at = models.DateTimeField(null=True, blank=True, editable=False)
    failures_in_a_row = models.PositiveIntegerField(default=0, editable=False)
    empties_in_a_row = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["name"]
        indexes = [models.Index(fields=["next_run_at"], condition=models.Q(enabled=True), name="feed_due")]

    def __str__(self) -> str:
        return self.name


class FeedDetail(models.Model):
    """A posting's own document, for feeds whose list leaves the description out: kept until the list's record changes."""

    feed = models.ForeignKey(Feed, on_delete=models.CASCADE, related_name="details")
    key = models.CharField(max_length=64, help_text="SHA-256 of its address.")
    mark = models.CharField(max_length=64, help_text="SHA-256 of the list's record when it was read.")
    content = models.TextField()
    read_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["feed", "key"], name="one_detail_per_address")]

    def __str__(self) -> str:
        return f"{self.feed}: {self.key[:12]}"


class FeedRun(models.Model):
    """One refresh of one feed: what came, what changed, and why anything was held back."""

    class State(models.TextChoices):
        RUNNING = "running", "running"
        DONE = "done", "done"
        UNCHANGED = "unchanged", "unchanged"
        PARTIAL = "partial", "partial: nothing was closed"
        SUSPECT = "suspect", "suspect: nothing was closed"
        FAILED = "failed", "failed: nothing was changed"
        LOST = "lost", "lost: its worker went away"

    id = models.UUIDField(primary_key=True)
    feed = models.ForeignKey(Feed, on_delete=models.CASCADE, related_name="runs")
    state = models.CharField(max_length=12, choices=State, default=State.RUNNING)
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    http_status = models.PositiveSmallIntegerField(null=True, blank=True)
    size = models.PositiveBigIntegerField("bytes", default=0)
    sha256 = models.CharField(max_length=64, blank=True)
    declared = models.PositiveIntegerField(null=True, blank=True, help_text="How many listings the feed says it holds.")
    expected = models.PositiveIntegerField(
        null=True, blank=True, help_text="How many the copy holds, once that is known."
    )
    read = models.PositiveIntegerField(default=0)
    invalid = models.PositiveIntegerField(default=0)
    duplicates = models.PositiveIntegerField(default=0)
    new = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0)
    unchanged = models.PositiveIntegerField(default=0)
    closed = models.PositiveIntegerField(default=0)
    revived = models.PositiveIntegerField(default=0)
    reason = models.CharField(max_length=300, blank=True, help_text="Why the run is suspect, partial or failed.")
    rejects = models.JSONField(
        default=list, blank=True, help_text="Up to 20 records that could not be used, with reasons."
    )

    class Meta:
        ordering = ["-started_at"]
        indexes = [models.Index(fields=["feed", "-started_at"], name="run_of_feed")]

    def __str__(self) -> str:
        return f"{self.feed} at {self.started_at:%Y-%m-%d %H:%M}"
