"""The draft of the tool catalogue: what people edit. Nothing here is served before it is published as a release."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.core.validators import RegexValidator
from django.db import models

TOOL_NAME = RegexValidator(
    r"^[a-z][a-z0-9_]{2,62}[a-z0-9]$", "Lower-case letters, digits and underscores, 4 to 64 of them."
)


class ServerText(models.Model):
    """The server's instructions, which a client may put before its model: one row."""

    instructions = models.TextField(blank=True, max_length=2000)

    class Meta:
        verbose_name = "server instructions"
        verbose_name_plural = "server instructions"
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_server_text")]

    def __str__(self) -> str:
        return "Server instructions"

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.pk = 1
        super().save(*args, **kwargs)

    @classmethod
    def current(cls) -> "ServerText":
        return cls.objects.first() or cls()


class Tool(models.Model):
    """A handler (code) plus the words and the selection of parameters under which a model meets it."""

    name = models.CharField(max_length=64, unique=True, validators=[TOOL_NAME])
    handler = models.CharField(max_length=64, help_text="The code behind the tool. Several tools may share one.")
    title = models.CharField(max_length=80, help_text="What people read in the chat app.")
    description = models.TextField(max_length=2000, help_text="What the model reads. Describe; don't command.")
    order = models.PositiveSmallIntegerField(default=100, help_text="Small numbers are listed first.")
    enabled = models.BooleanField(default=True)
    widget = models.CharField(
        max_length=64,
        blank=True,
        help_text="Render tools only: the widget that shows the result. Empty: the handler's own.",
    )
    read_only_hint = models.BooleanField(default=True, help_text="The tool changes nothing.")
    destructive_hint = models.BooleanField(default=False, help_text="The tool may destroy something.")
    idempotent_hint = models.BooleanField(default=True, help_text="A second identical call changes nothing more.")
    open_world_hint = models.BooleanField(default=True, help_text="The result holds third parties' text.")
    invoking_text = models.CharField(
        max_length=64, blank=True, help_text="Shown while the tool runs, e.g. “Searching jobs…”."
    )
    invoked_text = models.CharField(max_length=64, blank=True, help_text="Shown when it has run, e.g. “Jobs found”.")
    aliases = ArrayField(
        models.CharField(max_length=64, validators=[TOOL_NAME]),
        default=list,
        blank=True,
        help_text="Earlier names that keep answering, separated by commas. Clients don't list them.",
    )
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = "tool draft"
        ordering = ["order", "name"]

    def __str__(self) -> str:
        return self.name


class ToolParameter(models.Model):
    """How one of the handler's parameters meets the model: hidden, worded, narrowed, defaulted or fixed."""

    tool = models.ForeignKey(Tool, on_delete=models.CASCADE, related_name="parameters")
    name = models.CharField(max_length=64)
    exposed = models.BooleanField(
        default=True, help_text="Off: the model doesn't see it; its default or fixed value applies."
    )
    description = models.TextField(max_length=600, blank=True)
    default = models.JSONField(
        null=True, blank=True, help_text="Used when the model leaves it out. Empty: the handler's own."
    )
    fixed = models.JSONField(null=True, blank=True, help_text="Always this value; the model doesn't see the parameter.")
    allowed = models.JSONField(null=True, blank=True, help_text='A narrower list of values, e.g. ["newest"].')
    minimum = models.IntegerField(
        null=True, blank=True, help_text="A narrower lower bound: a number, an item count or a length."
    )
    maximum = models.IntegerField(
        null=True, blank=True, help_text="A narrower upper bound: a number, an item count or a length."
    )
    order = models.PositiveSmallIntegerField(default=100)

    class Meta:
        ordering = ["order", "id"]
        constraints = [models.UniqueConstraint(fields=["tool", "name"], name="one_row_per_parameter")]

    def __str__(self) -> str:
        return self.name


class ToolDirection(models.Model):
    """What the model is told to do next after one outcome. {placeholders} are numbers and names the handler declares."""

    tool = models.ForeignKey(Tool, on_delete=models.CASCADE, related_name="directions")
    outcome = models.CharField(max_length=40)
    instruction = models.TextField(max_length=300)
    reason = models.TextField(max_length=300, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["tool", "outcome"], name="one_direction_per_outcome")]

    def __str__(self) -> str:
        return self.outcome
