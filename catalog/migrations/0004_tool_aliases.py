import django.contrib.postgres.fields
import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalog", "0003_audit")]
    operations = [
        migrations.AddField(
            model_name="tool",
            name="aliases",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(
                    max_length=64,
                    validators=[
                        django.core.validators.RegexValidator(
                            "^[a-z][a-z0-9_]{2,62}[a-z0-9]$", "Lower-case letters, digits and underscores, 4 to 64 of them."
                        )
                    ],
                ),
                blank=True,
                default=list,
                help_text="Earlier names that keep answering, separated by commas. Clients don't list them.",
                size=None,
            ),
        )
    ]
