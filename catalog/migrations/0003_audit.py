"""The audit, which the database itself keeps from being altered; releases that stand already get their first rows."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

FORWARD = """
CREATE FUNCTION catalog_audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The audit is append-only: row % stays as it is.', OLD.id USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON catalog_auditevent
    FOR EACH ROW EXECUTE FUNCTION catalog_audit_is_append_only();
"""
BACKWARD = """
DROP TRIGGER audit_is_append_only ON catalog_auditevent;
DROP FUNCTION catalog_audit_is_append_only();
"""


def tell_what_was(apps, _schema_editor):
    """Until now every release was live from the moment it was published."""
    Release, AuditEvent = apps.get_model("catalog", "Release"), apps.get_model("catalog", "AuditEvent")
    for release in Release.objects.order_by("number"):
        shared = {"at": release.created_at, "user": release.author, "release": release, "note": release.note}
        details = {"before_the_audit": True}
        AuditEvent.objects.create(verb="published", details=details, **shared)
        AuditEvent.objects.create(verb="moved", label="live", details=details, **shared)


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0002_releases_are_immutable"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.CreateModel(
            name="AuditEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "verb",
                    models.CharField(
                        choices=[
                            ("published", "published"),
                            ("approved", "approved"),
                            ("rejected", "rejected"),
                            ("moved", "moved a label"),
                            ("imported", "imported drafts"),
                            ("token_made", "made a token"),
                            ("token_revoked", "revoked a token"),
                        ],
                        max_length=20,
                    ),
                ),
                ("label", models.CharField(blank=True, max_length=40)),
                ("note", models.CharField(blank=True, max_length=300)),
                ("details", models.JSONField(blank=True, default=dict)),
                (
                    "release",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit_events",
                        to="catalog.release",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit_events",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["-id"]},
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
        migrations.RunPython(tell_what_was, migrations.RunPython.noop),
    ]
