import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0008_search"),
    ]

    operations = [
        migrations.AddField(
            model_name="feed",
            name="empties_in_a_row",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="feed",
            name="empty_limit",
            field=models.PositiveSmallIntegerField(
                default=3,
                help_text="After so many empty copies in a row the feed counts as empty and its listings are closed; 0 is never.",
            ),
        ),
        migrations.AddField(
            model_name="feedrun",
            name="expected",
            field=models.PositiveIntegerField(
                blank=True, help_text="How many the copy holds, once that is known.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="joblisting",
            name="closed_reason",
            field=models.CharField(
                blank=True,
                choices=[
                    ("missing", "no longer in its feed"),
                    ("expired", "its closing date has passed"),
                    ("feed_empty", "its feed has become empty"),
                    ("feed_gone", "its feed is gone"),
                    ("manual", "closed by staff"),
                ],
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="FeedDetail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(help_text="SHA-256 of its address.", max_length=64)),
                ("mark", models.CharField(help_text="SHA-256 of the list's record when it was read.", max_length=64)),
                ("content", models.TextField()),
                ("read_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "feed",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="details", to="catalog.feed"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("feed", "key"), name="one_detail_per_address")],
            },
        ),
    ]
