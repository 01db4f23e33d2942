"""A job as the board shows it, and the narrow row that finds it."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.utils import timezone

from catalog.models.employer import Employer
from catalog.models.feed import Feed
from catalog.models.place import Place


class Workplace(models.TextChoices):
    ONSITE = "onsite", "on site"
    HYBRID = "hybrid", "hybrid"
    REMOTE = "remote", "remote"
    UNKNOWN = "unknown", "not stated"


class EmploymentType(models.TextChoices):
    FULL_TIME = "full_time", "full time"
    PART_TIME = "part_time", "part time"
    CONTRACT = "contract", "contract"
    TEMPORARY = "temporary", "temporary"
    INTERNSHIP = "internship", "internship"
    UNKNOWN = "unknown", "not stated"


class PayPeriod(models.TextChoices):
    HOUR = "hour", "an hour"
    DAY = "day", "a day"
    WEEK = "week", "a week"
    MONTH = "month", "a month"
    YEAR = "year", "a year"


class JobListing(models.Model):
    """One posting of one feed. Text is clean when it is stored; `public_id` is what models and people pass around."""

    class Status(models.TextChoices):
        ACTIVE = "active", "open"
        CLOSED = "closed", "closed"
        HIDDEN = "hidden", "hidden by staff"

    class ClosedReason(models.TextChoices):
        MISSING = "missing", "no longer in its feed"
        EXPIRED = "expired", "its closing date has passed"
        FEED_EMPTY = "feed_empty", "its feed has become empty"
        FEED_GONE = "feed_gone", "its feed is gone"
        MANUAL = "manual", "closed by staff"

    public_id = models.CharField(max_length=10, unique=True, editable=False, null=True)
    feed = models.ForeignKey(Feed, on_delete=models.CASCADE, related_name="listings")
    external_id = models.CharField(max_length=200)
    employer = models.ForeignKey(Employer, on_delete=models.PROTECT, related_name="listings")
    title = models.CharField(max_length=200)
    company = models.CharField(max_length=120)
    location_text = models.CharField("location as written", max_length=200, blank=True)
    places = models.ManyToManyField(Place, blank=True, related_name="listings")
    place_ids = ArrayField(models.PositiveIntegerField(), default=list, editable=False)
    location = models.CharField("location as shown", max_length=200, blank=True)
    country = models.CharField(max_length=2, blank=True)
    region = models.CharField(max_length=20, blank=True)
    workplace = models.CharField(max_length=10, choices=Workplace, default=Workplace.UNKNOWN)
    employment_type = models.CharField(max_length=12, choices=EmploymentType, default=EmploymentType.UNKNOWN)
    seniority = models.CharField(max_length=12, blank=True)
    industry = models.CharField(max_length=40, default="unknown")
    description_html = models.TextField(blank=True)
    description = models.TextField("description as plain text", blank=True)
    pay_min = models.DecimalField(max_digits=12, decimal_places=2, null=True, blank=True)
    pay_max = models.DecimalField(max_digits=12, decimal_places=2, null=True, blank=True)
    pay_currency = models.CharField(max_length=3, blank=True)
    pay_period = models.CharField(max_length=6, choices=PayPeriod, blank=True)
    pay_text = models.CharField("pay as written", max_length=120, blank=True)
    pay_year_min = models.PositiveIntegerField("yearly, own currency", null=True, blank=True)
    pay_year_max = models.PositiveIntegerField("yearly at most, own currency", null=True, blank=True)
    pay_usd_min = models.PositiveIntegerField("yearly, USD", null=True, blank=True)
    pay_usd_max = models.PositiveIntegerField("yearly at most, USD", null=True, blank=True)
    apply_url = models.URLField("employer's address to apply", max_length=2048)
    attribution = models.CharField(max_length=120, blank=True)
    language = models.CharField(max_length=5, blank=True)
    posted_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    first_seen_at = models.DateTimeField(default=timezone.now, editable=False)
    last_changed_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)
    closed_reason = models.CharField(max_length=10, choices=ClosedReason, blank=True)
    status = models.CharField(max_length=8, choices=Status, default=Status.ACTIVE)
    content_hash = models.BinaryField(max_length=16, editable=False)
    provenance = models.JSONField(
        default=dict,
        blank=True,
        editable=False,
        help_text="For each field, the part of the feed's record it came from.",
    )

    class Meta:
        verbose_name = "job listing"
        ordering = ["-posted_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["feed", "external_id"], name="one_listing_per_external_id"),
            models.CheckConstraint(
                condition=models.Q(pay_min__isnull=True)
                | models.Q(pay_max__isnull=True)
                | models.Q(pay_min__lte=models.F("pay_max")),
                name="pay_min_at_most_pay_max",
            ),
            models.CheckConstraint(condition=models.Q(apply_url__startswith="https://"), name="apply_url_is_https"),
            models.CheckConstraint(
                condition=models.Q(status="closed") ^ models.Q(closed_reason=""), name="closed_has_a_reason"
            ),
        ]
        indexes = [
            models.Index(fields=["feed", "status"], name="listing_feed_status"),
            models.Index(fields=["expires_at"], condition=models.Q(status="active"), name="listing_expiry"),
            models.Index(
                fields=["expires_at"], condition=models.Q(closed_reason="expired"), name="listing_closed_for_date"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} – {self.company}"

    def get_absolute_url(self) -> str:
        return f"/jobs/{self.public_id}/"

    @property
    def is_open(self) -> bool:
        """Whether people may still apply: active, and not past its closing date."""
        return self.status == self.Status.ACTIVE and (self.expires_at is None or self.expires_at > timezone.now())

    @property
    def url(self) -> str:
        """The board's own page."""
        return f"{settings.PUBLIC_URL}{self.get_absolute_url()}"


class JobSearch(models.Model):
    """The narrow row of an open listing: about 330 bytes, one GIN index. Written by `catalog.listings.index` alone."""

    listing = models.OneToOneField(JobListing, on_delete=models.CASCADE, primary_key=True, related_name="search")
    tsv = SearchVectorField()
    posted_min = models.IntegerField("posted, minutes since 1970")
    pay_usd_min = models.IntegerField(null=True)
    pay_usd_max = models.IntegerField(null=True)
    industry = models.CharField(max_length=40)
    workplace = models.CharField(max_length=10)
    employer_id = models.BigIntegerField()
    latitude = models.FloatField(null=True)
    longitude = models.FloatField(null=True)

    class Meta:
        verbose_name_plural = "job search rows"
        indexes = [
            GinIndex(fields=["tsv"], name="job_search_tsv"),
            models.Index(fields=["-posted_min", "-listing"], name="job_search_newest"),
            models.Index(
                models.F("pay_usd_max").desc(nulls_last=True), models.F("listing").desc(), name="job_search_best_paid"
            ),
        ]

    def __str__(self) -> str:
        return f"search row of listing {self.pk}"
