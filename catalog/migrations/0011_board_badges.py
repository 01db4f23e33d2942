import django.contrib.postgres.fields
from django.db import migrations, models

FACTS = [
    ("company", "company"),
    ("location", "location"),
    ("workplace", "workplace"),
    ("pay", "pay"),
    ("posted", "posted"),
    ("employment_type", "employment type"),
]


class Migration(migrations.Migration):
    dependencies = [("catalog", "0010_exchange_rates")]

    operations = [
        migrations.AddField(
            model_name="boardstyle",
            name="badges",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(choices=FACTS, max_length=30),
                blank=True,
                default=list,
                help_text="Those of the facts that stand out as badges, separated by commas, e.g. workplace.",
                size=None,
            ),
        ),
    ]
