"""What the doctor finds."""

from io import StringIO

import pytest
from django.core.management import call_command
from pytest_django import Settings

from catalog.models import Heartbeat
from catalog.tools.shipped import load_shipped
from config.doctor import State, examine

pytestmark = pytest.mark.django_db


def found() -> dict[str, tuple[State, str]]:
    return {item.subject: (item.state, item.text) for item in examine()}


@pytest.mark.promise("REL-12")
def test_a_board_that_works_is_told_so() -> None:
    load_shipped()
    Heartbeat.beat()
    told = found()
    assert {subject: state for subject, (state, _) in told.items() if subject != "broker"} == {
        "database": State.OK,
        "migrations": State.OK,
        "label live": State.OK,
        "worker": State.OK,
        "address": State.CAREFUL,
    }


@pytest.mark.promise("REL-12")
def test_nothing_published_is_wrong_and_ends_the_command_with_one() -> None:
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", stdout=out)
    assert ended.value.code == 1
    assert "wrong    label live: Nothing is published. Publish the drafts in the admin." in out.getvalue()


@pytest.mark.promise("REL-12")
@pytest.mark.parametrize(
    ("address", "state", "words"),
    [
        ("https://jobs.example", State.OK, "is what clients connect to"),
        ("http://jobs.example", State.WRONG, "by https only"),
        ("https://localhost:8000", State.WRONG, "other machines can't reach that name"),
    ],
)
def test_an_address_that_clients_cannot_use_is_wrong(
    settings: Settings, address: str, state: State, words: str
) -> None:
    settings.PUBLIC_URL, settings.IS_PUBLIC = address, True
    told = found()["address"]
    assert told[0] == state
    assert words in told[1]
