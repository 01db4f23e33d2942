"""What was done to the catalogue is written down, once and for good."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction

from catalog.models import AuditEvent, ServerText
from catalog.tools.labels import live_release, move_label
from catalog.tools.publish import publish_drafts
from catalog.tools.shipped import load_shipped

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _shipped(db: None) -> None:
    load_shipped()


def told() -> list[tuple[str, int | None, str]]:
    """Verb, release and label of every row, oldest first."""
    return list(AuditEvent.objects.order_by("id").values_list("verb", "release_id", "label"))


@pytest.mark.promise("REL-1")
def test_the_first_release_and_its_label_are_told() -> None:
    assert told() == [("published", 1, ""), ("moved", 1, "live")]


@pytest.mark.promise("REL-1")
def test_publishing_and_moving_back_are_told_with_who_and_why() -> None:
    ann, first = User.objects.create_user("ann"), live_release()
    assert first is not None
    ServerText(instructions="New words.").save()
    publish_drafts(author=ann, note="Shorter.")
    move_label(name="live", release=first, user=ann, note="It was worse.")
    assert told()[2:] == [("published", 2, ""), ("moved", 2, "live"), ("moved", 1, "live")]
    published, *_, back = AuditEvent.objects.filter(user=ann).order_by("id")
    assert published.note == "Shorter."
    assert (back.note, back.details) == ("It was worse.", {"from": 2, "to": 1})
    assert str(back) == "moved a label live release 1"


@pytest.mark.promise("REL-2")
@pytest.mark.parametrize("sql", ["UPDATE catalog_auditevent SET note = 'x'", "DELETE FROM catalog_auditevent"])
def test_the_database_refuses_to_touch_the_audit(sql: str) -> None:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
