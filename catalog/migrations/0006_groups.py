"""The three roles, as groups; a board may change them, and later migrations leave them alone."""

from django.contrib.auth.management import create_permissions
from django.db import migrations

READS = [
    "view_tool", "view_toolparameter", "view_tooldirection", "view_servertext",
    "view_release", "view_releaselabel", "view_releaseverdict", "view_auditevent",
]
GROUPS = {
    "Editor": [
        *READS,
        "add_tool", "change_tool", "delete_tool", "add_toolparameter", "change_toolparameter", "delete_toolparameter",
        "add_tooldirection", "change_tooldirection", "delete_tooldirection", "add_servertext", "change_servertext",
    ],
    "Publisher": [*READS, "publish_release"],
    "Approver": [*READS, "approve_release"],
}


def ship_groups(apps, _schema_editor):
    Group, Permission = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    _make_permissions(apps)
    for name, codenames in GROUPS.items():
        group, is_new = Group.objects.get_or_create(name=name)
        if is_new:  # a board that has such a group already means something by it
            group.permissions.set(
                Permission.objects.filter(content_type__app_label="catalog", codename__in=codenames)
            )


def _make_permissions(apps):
    """Django makes them when all migrations have run; on a new database that is too late for us."""
    config = apps.get_app_config("catalog")
    config.models_module = True
    create_permissions(config, apps=apps, verbosity=0)
    config.models_module = None


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0005_release_verdicts"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [migrations.RunPython(ship_groups, migrations.RunPython.noop)]
