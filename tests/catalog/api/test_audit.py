"""Three ways to do a thing, one trace of it."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils.http import urlencode
from pytest_django import Settings

from catalog.models import AuditEvent, Release, ReleaseLabel, ReleaseVerdict, ServerText
from catalog.tools.drafts import draft_content
from catalog.tools.exchange import export_text
from catalog.tools.publish import frozen_content, publish_drafts
from tests.catalog.api.asking import Asker, error

pytestmark = [pytest.mark.django_db, pytest.mark.promise("API-9")]
NOTE = "Shorter words."
Rows = list[dict[str, Any]]


@pytest.fixture
def ann(shipped: None) -> Client:
    User.objects.create_superuser("ann")
    client = Client()
    client.force_login(User.objects.get(username="ann"))
    return client


def told() -> Rows:
    """What the audit says of the newest things, in which nothing depends on when it was done."""
    fields = (
        "user__username",
        "verb",
        "label",
        "note",
        "details",
        "release__content",
        "release__diff",
        "release__lint",
    )
    return list(AuditEvent.objects.order_by("id").values(*fields)[2:])  # after the shipped release


def served() -> Rows:
    labels = ReleaseLabel.objects.order_by("name").values("name", "release", "moved_by__username")
    verdicts = ReleaseVerdict.objects.order_by("release").values("release", "is_approved", "user__username", "note")
    releases = Release.objects.order_by("number").values("number", "sha256", "note", "author__username", "parent")
    return [*labels, *verdicts, *releases]


def admin(client: Client, page: str, *of: Any, **posted: str) -> None:
    answer = client.post(reverse(f"admin:catalog_release_{page}", args=of), posted)
    assert answer.status_code == 302


def api(client: Client, method: str, path: str, body: Any) -> None:
    assert Asker(client, {}).send(method, path, body).status_code in {200, 201}


def command(*arguments: str) -> None:
    call_command(*arguments, "--as", "ann", "--note", NOTE, stdout=StringIO())


def trace(act: Callable[[], None]) -> tuple[Rows, Rows]:
    """Of one way, as if the others had never been gone."""
    with transaction.atomic():
        act()
        found = told(), served()
        transaction.set_rollback(True)
    return found


def test_publishing_leaves_one_trace(ann: Client) -> None:
    ServerText(instructions="Short.").save()
    reviewed = frozen_content(draft_content()).sha256()
    by_admin = trace(lambda: admin(ann, "publish", note=NOTE, reviewed=reviewed))
    assert [(row["user__username"], row["verb"], row["note"]) for row in by_admin[0]] == [
        ("ann", "published", NOTE),
        ("ann", "moved", ""),
    ]
    assert trace(lambda: api(ann, "post", "releases/", {"note": NOTE, "reviewed": reviewed})) == by_admin
    assert trace(lambda: command("publish")) == by_admin


@pytest.mark.parametrize("verdict", ["approve", "reject"])
def test_a_verdict_leaves_one_trace(ann: Client, settings: Settings, verdict: str) -> None:
    settings.CATALOGUE_APPROVAL = True
    ServerText(instructions="Short.").save()
    number = publish_drafts(author=None).number
    by_admin = trace(lambda: admin(ann, "decide", number, verdict=verdict, note=NOTE))
    assert [row["note"] for row in by_admin[0]][1:] == [NOTE] * (2 if verdict == "approve" else 1)
    assert trace(lambda: api(ann, "post", f"releases/{number}/{verdict}/", {"note": NOTE})) == by_admin


def test_going_back_leaves_one_trace(ann: Client) -> None:
    ServerText(instructions="Short.").save()
    publish_drafts(author=None)
    by_admin = trace(lambda: admin(ann, "make_live", 1, note=NOTE))
    assert (by_admin[0][-1]["verb"], by_admin[0][-1]["details"]) == ("moved", {"from": 2, "to": 1})
    assert trace(lambda: api(ann, "put", "labels/live/", {"release": 1, "note": NOTE})) == by_admin


def test_an_import_leaves_one_trace(ann: Client, tmp_path: Path) -> None:
    file, before = tmp_path / "drafts.yaml", draft_content()
    file.write_text(export_text(before.model_copy(update={"instructions": "Short."})), encoding="utf-8")
    text = file.read_text(encoding="utf-8")
    by_admin = trace(lambda: admin(ann, "import", text=text, note=NOTE, reviewed=before.sha256()))
    assert [(row["verb"], row["note"]) for row in by_admin[0]] == [("imported", NOTE)]
    assert trace(lambda: api(ann, "post", f"import/?{urlencode({'note': NOTE})}", text)) == by_admin
    assert trace(lambda: command("catalogue", "import", str(file))) == by_admin


def test_a_refusal_leaves_none(ann: Client) -> None:
    asker = Asker(ann, {})
    assert error(asker.send("post", "releases/", {})) == (409, "nothing_to_publish")
    assert error(asker.send("put", "labels/live/", {"release": 9})) == (404, "unknown_release")
    assert error(asker.send("post", "import/", "tools: 7")) == (422, "import_invalid")
    assert told() == []
