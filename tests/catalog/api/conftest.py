"""People of the groups, the holder of a token, and the shipped catalogue."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from catalog.tools.shipped import load_shipped
from catalog.tools.tokens import make_token
from tests.catalog.api.asking import Asker
from tests.roles import member

SCOPES = {"reader": "read:drafts", "scraper": "metrics"}


@pytest.fixture
def shipped(db: None) -> None:
    load_shipped()


@pytest.fixture
def asker(db: None) -> Callable[[str], Asker]:
    """By role: a group; `superuser`; `staff` without a group; a `customer`, who has all groups and is no staff; `reader` and
    `scraper`, who hold tokens; `nobody`."""
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
    if role in SCOPES:
        secret = make_token(name=role, scopes=[SCOPES[role]], user=None).secret
        return Asker(Client(), {"authorization": f"Bearer {secret}"})
    asker = Asker(Client(), {})
    if role != "nobody":
        asker.client.force_login(_user(role))
    return asker


def _user(role: str) -> User:
    match role:
        case "superuser":
            return User.objects.create_superuser("boss")
        case "staff":
            return member("staff")
        case "customer":
            user = member("customer", "Editor", "Publisher", "Approver")
            User.objects.filter(pk=user.pk).update(is_staff=False)
            return user
    return member(role.lower(), role)
