from collections.abc import Iterator

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from catalog.listings.load_places import load_places


@pytest.fixture(scope="module")
def places(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Every city of the extract, loaded once a module and removed behind it."""
    with django_db_blocker.unblock():
        load_places()
        yield
        with connection.cursor() as cursor:
            cursor.execute(
                "TRUNCATE catalog_place CASCADE"
            )  # deleting by the ORM takes the ids of 34,000 rows to and fro
