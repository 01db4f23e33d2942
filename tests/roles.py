"""People of the three shipped groups."""

from importlib import import_module

from django.apps import apps
from django.contrib.auth.models import Group, User


def member(name: str, *groups: str) -> User:
    """Staff. The groups are shipped anew where an earlier test has emptied the database."""
    import_module("catalog.migrations.0006_groups").ship_groups(apps, None)
    user = User.objects.create_user(name, is_staff=True)
    user.groups.set(Group.objects.filter(name__in=groups))
    return user
