import time
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from catalog.listings.load_places import load_places
from catalog.models import Place

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("places")]

AUSTIN, ROUND_ROCK, LONDON, PORTLAND_ME = 4671654, 4724129, 2643743, 4975802


@pytest.mark.promise("LIST-5")
def test_loading_again_writes_nothing() -> None:
    again = load_places()
    assert (again.total, again.written) == (Place.objects.count(), 0)


@pytest.mark.promise("LIST-5")
def test_a_changed_place_is_mended_and_a_lost_one_comes_back() -> None:
    Place.objects.filter(id=LONDON).update(name="Elsewhere")
    Place.objects.filter(id=PORTLAND_ME).delete()
    assert load_places().written == 2
    assert Place.objects.get(id=LONDON).name == "London"


@pytest.mark.promise("LIST-5")
def test_loading_into_an_empty_table_takes_seconds() -> None:
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE catalog_place CASCADE")
    start = time.process_time()
    assert load_places().written > 30_000
    assert time.process_time() - start < 4


def test_a_suburb_knows_the_cities_that_it_belongs_to() -> None:
    assert AUSTIN in Place.objects.get(id=ROUND_ROCK).hubs
    assert AUSTIN in Place.objects.get(id=AUSTIN).hubs
    assert Place.objects.get(id=PORTLAND_ME).hubs == []


def test_hubs_stay_within_forty_kilometres() -> None:
    crowded = Place.objects.get(name="Oakland", country="US", admin1="CA")
    names = set(Place.objects.filter(id__in=crowded.hubs).values_list("name", flat=True))
    assert {"San Francisco", "Berkeley", "Oakland"} <= names
    assert "San Jose" not in names


def test_the_command_says_what_it_did() -> None:
    out = StringIO()
    call_command("load_places", stdout=out)
    assert out.getvalue().endswith("places known, 0 written.\n")
