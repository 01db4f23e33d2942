"""People."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client


@pytest.fixture
def editor(db: None) -> Client:
    """Somebody who may edit drafts, and nothing else."""
    user = User.objects.create_user("editor", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=["view_tool", "change_tool"]))
    client = Client()
    client.force_login(user)
    return client
