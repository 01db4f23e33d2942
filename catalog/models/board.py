"""How the board presents itself: one row."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models

CARD_FIELDS = ["company", "location", "workplace", "pay", "posted", "employment_type"]
CHOICES = [(name, name.replace("_", " ")) for name in CARD_FIELDS]


def default_fields() -> list[str]:
    return list(CARD_FIELDS)


class BoardStyle(models.Model):
    """The name that every result carries, the accent that widgets use, the order of the facts on a card and its badges."""

    name = models.CharField(max_length=40, default="Shortlist demo board")
    accent_light = models.CharField(
        max_length=7, default="#0b5cad", validators=[RegexValidator(r"^#[0-9a-f]{6}$", "Six hex digits, e.g. #0b5cad.")]
    )
    accent_dark = models.CharField(
        max_length=7, default="#7db8f7", validators=[RegexValidator(r"^#[0-9a-f]{6}$", "Six hex digits, e.g. #7db8f7.")]
    )
    field_order = ArrayField(
        models.CharField(max_length=30, choices=CHOICES),
        default=default_fields,
        help_text=f"The facts on a card, in order, separated by commas. Known: {', '.join(CARD_FIELDS)}.",
    )
    badges = ArrayField(
        models.CharField(max_length=30, choices=CHOICES),
        default=list,
        blank=True,
        help_text="Those of the facts that stand out as badges, separated by commas, e.g. workplace.",
    )

    class Meta:
        verbose_name = "board style"
        verbose_name_plural = "board style"
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_board_style")]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.pk = 1
        super().save(*args, **kwargs)

    def clean(self) -> None:
        if len(set(self.field_order)) != len(self.field_order):
            raise ValidationError({"field_order": "Each fact may be named once."})

    @classmethod
    def current(cls) -> "BoardStyle":
        """The one row, or its defaults where nobody has saved it yet."""
        return cls.objects.first() or cls()
