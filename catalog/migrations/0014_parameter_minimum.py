from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0013_closed_for_date"),
    ]

    operations = [
        migrations.AddField(
            model_name="toolparameter",
            name="minimum",
            field=models.IntegerField(
                blank=True, help_text="A narrower lower bound: a number, an item count or a length.", null=True
            ),
        ),
    ]
