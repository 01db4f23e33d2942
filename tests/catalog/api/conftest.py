"""People of the groups, the holder of a token, and the shipped catalogue."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from catalog.tools.shipped import load_shipped
from catalog.tools.tokens import make_token
from tests.catalog.api.asking import Asker
from tests.roles import member


@pytest.fixture
def shipped(db: None) -> None:
    load_shipped()


@pytest.fixture
def asker(db: None) -> Callable[[str], Asker]:
    """By role: a group, `superuser`, `reader` (holds a token with read:drafts), `nobody`, or staff without a group."""
    return _asker


@pytest.fixture
def editor(shipped: None) -> Asker:
    return _asker("Editor")


@pytest.fixture
def publisher(shipped: None) -> Asker:
    return _asker("Publisher")


@pytest.fixture
def boss(shipped: None) -> Asker:
    return _asker("superuser")


def _asker(role: str) -> Asker:
    client = Client()
    if role == "reader":
        secret = make_token(name="reader", scopes=["read:drafts"], user=None).secret
        return Asker(client, {"authorization": f"Bearer {secret}"})
    if role == "superuser":
        client.force_login(User.objects.create_superuser("boss"))
    elif role != "nobody":
        client.force_login(member(role.lower(), role))
    return Asker(client, {})
