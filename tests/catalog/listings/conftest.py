from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from catalog.listings.load_places import load_places
from catalog.models import Place


@pytest.fixture(scope="module")
def places(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Every city of the extract, loaded once a module and removed behind it."""
    with django_db_blocker.unblock():
        load_places()
        yield
        Place.objects.all().delete()
