from datetime import date
from decimal import Decimal

from django.core.validators import MinValueValidator
from django.db import models


class ExchangeRate(models.Model):
    """US dollars for one unit of a currency. Pay is compared by it; people see their own currency."""

    currency = models.CharField(max_length=3, primary_key=True, help_text="ISO 4217, three letters")
    usd = models.DecimalField(
        "US dollars", max_digits=18, decimal_places=8, validators=[MinValueValidator(Decimal("0.00000001"))]
    )
    as_of = models.DateField("of the day", default=date.today)

    class Meta:
        ordering = ["currency"]

    def __str__(self) -> str:
        return f"{self.currency}: {self.usd.normalize():f} US dollars ({self.as_of})"
