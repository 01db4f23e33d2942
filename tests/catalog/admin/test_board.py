"""The board's style."""

import pytest
from django.test import Client

from catalog.colours import contrast
from catalog.models import BoardStyle

ADD = "/admin/catalog/boardstyle/add/"
GOOD = {"name": "Harbour Jobs", "accent_light": "#0b5cad", "accent_dark": "#7db8f7", "field_order": "pay,company"}


@pytest.mark.parametrize(("one", "other", "ratio"), [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48)])
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.01)
    assert contrast(other, one) == contrast(one, other)


@pytest.mark.django_db
@pytest.mark.promise("ADMIN-11")
@pytest.mark.parametrize(
    ("field", "colour", "advice"), [("accent_light", "#ffe066", "darker"), ("accent_dark", "#102030", "lighter")]
)
def test_an_accent_that_cannot_be_read_is_refused(admin_client: Client, field: str, colour: str, advice: str) -> None:
    page = admin_client.post(ADD, GOOD | {field: colour}).content.decode()
    assert f"Choose a {advice} colour." in page
    assert not BoardStyle.objects.exists()


@pytest.mark.django_db
@pytest.mark.promise("ADMIN-11")
def test_name_accents_and_order_are_saved(admin_client: Client) -> None:
    assert admin_client.post(ADD, GOOD).status_code == 302
    style = BoardStyle.current()
    assert (style.name, style.field_order, style.badges) == ("Harbour Jobs", ["pay", "company"], [])


@pytest.mark.django_db
@pytest.mark.promise("ADMIN-11")
def test_badges_are_chosen_from_the_facts(admin_client: Client) -> None:
    assert "Select a valid choice" in admin_client.post(ADD, GOOD | {"badges": "salary"}).content.decode()
    assert admin_client.post(ADD, GOOD | {"badges": "workplace"}).status_code == 302
    assert BoardStyle.current().badges == ["workplace"]


@pytest.mark.django_db
def test_an_unknown_fact_and_a_repeated_one_are_refused(admin_client: Client) -> None:
    assert "Select a valid choice" in admin_client.post(ADD, GOOD | {"field_order": "salary"}).content.decode()
    assert "Each fact may be named once." in admin_client.post(ADD, GOOD | {"field_order": "pay,pay"}).content.decode()
