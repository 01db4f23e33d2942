import datetime
from decimal import Decimal

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalog", "0009_feed_lifecycle")]

    operations = [
        migrations.CreateModel(
            name="ExchangeRate",
            fields=[
                (
                    "currency",
                    models.CharField(
                        help_text="ISO 4217, three letters", max_length=3, primary_key=True, serialize=False
                    ),
                ),
                (
                    "usd",
                    models.DecimalField(
                        decimal_places=8,
                        max_digits=18,
                        validators=[django.core.validators.MinValueValidator(Decimal("0.00000001"))],
                        verbose_name="US dollars",
                    ),
                ),
                ("as_of", models.DateField(default=datetime.date.today, verbose_name="of the day")),
            ],
            options={"ordering": ["currency"]},
        ),
    ]
