"""The log: one row a call, written in batches off the hot path. No free text unless LOG_FREE_TEXT says so."""

from django.db import models
from django.utils import timezone

from mcp_bridge.models.shortlist import Shortlist


class LoggedCall(models.Model):
    """What was called, by whose client, what came of it, and which texts the model had read by then."""

    class Actor(models.TextChoices):
        MODEL = "model", "assistant"
        USER = "user", "user, in a widget"

    at = models.DateTimeField(default=timezone.now, db_index=True)
    shortlist = models.ForeignKey(
        Shortlist, null=True, blank=True, on_delete=models.DO_NOTHING, db_constraint=False, related_name="calls"
    )  # no constraint: a row may arrive after its shortlist was swept, and must not be lost for that
    principal = models.CharField(max_length=40, blank=True, db_index=True)
    actor = models.CharField(max_length=5, choices=Actor, default=Actor.MODEL)
    tool = models.CharField(max_length=64)
    arguments = models.JSONField(
        default=dict, help_text="Numbers, enumerated values and ids; other text as its length."
    )
    outcome = models.CharField(max_length=40)
    is_error = models.BooleanField(default=False)
    ids = models.JSONField(default=list, help_text="Ids of jobs in the result.")
    instruction = models.CharField(max_length=400, blank=True, help_text="The direction that the model was given.")
    user_actions = models.JSONField(default=list, help_text="Events that the model was told of, without titles.")
    milliseconds = models.FloatField()
    client = models.CharField(max_length=64, blank=True)
    era = models.CharField(max_length=8)
    release_served = models.PositiveIntegerField(default=0)
    release_read = models.PositiveIntegerField(null=True, blank=True, help_text="Empty: not known.")

    class Meta:
        verbose_name = "call"
        ordering = ["-at", "-id"]
        indexes = [models.Index(fields=["shortlist", "at"], name="call_of_shortlist")]

    def __str__(self) -> str:
        return f"{self.tool}: {self.outcome}"
