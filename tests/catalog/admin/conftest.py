"""People, and the shipped catalogue."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from catalog.tools.shipped import load_shipped


@pytest.fixture
def shipped(db: None) -> None:
    load_shipped()


@pytest.fixture
def editor(db: None) -> Client:
    """Somebody who may edit drafts, but not publish them."""
    user = User.objects.create_user("editor", is_staff=True)
    names = ["view_tool", "change_tool", "view_release", "change_servertext"]
    user.user_permissions.set(Permission.objects.filter(codename__in=names))
    client = Client()
    client.force_login(user)
    return client
