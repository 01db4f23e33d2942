"""A release keeps its lint report and its diff; a second person's verdict is as final as the release."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

FORWARD = """
CREATE FUNCTION catalog_verdict_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The verdict on release % is final.', OLD.release_id USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER verdict_is_final BEFORE UPDATE OR DELETE ON catalog_releaseverdict
    FOR EACH ROW EXECUTE FUNCTION catalog_verdict_is_final();
"""
BACKWARD = """
DROP TRIGGER verdict_is_final ON catalog_releaseverdict;
DROP FUNCTION catalog_verdict_is_final();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0004_tool_aliases"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.AlterModelOptions(
            name="release",
            options={
                "ordering": ["-number"],
                "permissions": [
                    ("publish_release", "Can publish the drafts and move labels"),
                    ("approve_release", "Can approve or reject another person's release"),
                ],
            },
        ),
        migrations.AddField(
            model_name="release",
            name="lint",
            field=models.JSONField(
                blank=True, default=dict, help_text="What the lint said, as `LintReport.as_json` has it."
            ),
        ),
        migrations.AddField(
            model_name="release",
            name="diff",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="What differs from the parent: `catalog.tools.classes.ClassedChange`, as JSON.",
            ),
        ),
        migrations.CreateModel(
            name="ReleaseVerdict",
            fields=[
                (
                    "release",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="verdict",
                        serialize=False,
                        to="catalog.release",
                    ),
                ),
                ("is_approved", models.BooleanField()),
                ("note", models.CharField(blank=True, max_length=300)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "user",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={"default_permissions": ["view"]},
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
