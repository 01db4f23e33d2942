"""Three groups, and a second person who agrees."""

import pytest
from django.contrib.auth.models import Group, User
from django.db import IntegrityError, connection, transaction
from pytest_django import Settings

from catalog.errors import ShortlistError
from catalog.models import AuditEvent, Release, ServerText
from catalog.tools.approve import approve_release, reject_release, waiting_releases
from catalog.tools.labels import live_release, move_label
from catalog.tools.publish import publish_drafts
from catalog.tools.shipped import load_shipped

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _approval(db: None, settings: Settings) -> None:
    settings.CATALOGUE_APPROVAL = True
    load_shipped()


def person(name: str, group: str) -> User:
    user = User.objects.create_user(name, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    return user


def published(author: User | None = None, words: str = "New words.") -> Release:
    ServerText(instructions=words).save()
    return publish_drafts(author=author)


def refused(action: object, **arguments: object) -> str:
    with pytest.raises(ShortlistError) as caught:
        action(**arguments)  # type: ignore[operator]
    return caught.value.code


def live_number() -> int:
    live = live_release()
    assert live is not None
    return live.number


@pytest.mark.promise("REL-5")
def test_each_group_may_do_its_part_and_no_more() -> None:
    reads = {"view_tool", "view_toolparameter", "view_tooldirection", "view_servertext"}
    reads |= {"view_release", "view_releaselabel", "view_releaseverdict", "view_auditevent"}
    writes = {
        f"{verb}_{row}" for verb in ("add", "change", "delete") for row in ("tool", "toolparameter", "tooldirection")
    }
    writes |= {"add_servertext", "change_servertext"}
    groups = {group.name: set(group.permissions.values_list("codename", flat=True)) for group in Group.objects.all()}
    assert groups == {
        "Editor": reads | writes,
        "Publisher": reads | {"publish_release"},
        "Approver": reads | {"approve_release"},
    }


@pytest.mark.promise("REL-6")
def test_a_release_waits_until_another_person_approves_it() -> None:
    pat, ada = person("pat", "Publisher"), person("ada", "Approver")
    release = published(pat)
    assert live_number() == 1
    assert list(waiting_releases()) == [release]
    assert refused(move_label, name="live", release=release, user=pat) == "approval_needed"
    approve_release(release=release, user=ada, note="Read it.")
    assert live_number() == 2
    assert list(waiting_releases()) == []
    told = AuditEvent.objects.filter(release=release).order_by("id").values_list("verb", "user__username", "note")
    assert list(told) == [("published", "pat", ""), ("approved", "ada", "Read it."), ("moved", "ada", "Read it.")]


@pytest.mark.promise("REL-6")
def test_nobody_approves_their_own_not_even_a_superuser() -> None:
    boss = User.objects.create_superuser("boss")
    release = published(boss)
    assert refused(approve_release, release=release, user=boss) == "own_release"
    assert refused(reject_release, release=release, user=boss) == "own_release"
    assert live_number() == 1


@pytest.mark.promise("REL-6")
def test_nobody_approves_without_the_permission() -> None:
    release = published()
    pat, gone = person("pat", "Publisher"), person("gone", "Approver")
    gone.is_active = False
    for user in (pat, gone, None):
        assert refused(approve_release, release=release, user=user) == "not_allowed"


@pytest.mark.promise("REL-6")
def test_a_rejected_release_never_goes_live(settings: Settings) -> None:
    ada = person("ada", "Approver")
    release = published()
    reject_release(release=release, user=ada, note="Too long.")
    assert refused(approve_release, release=release, user=ada) == "decided"
    settings.CATALOGUE_APPROVAL = False
    assert refused(move_label, name="live", release=release, user=ada) == "rejected"
    assert AuditEvent.objects.filter(verb="rejected", note="Too long.", user=ada).count() == 1


@pytest.mark.promise("REL-6")
def test_what_waits_is_not_published_twice_and_older_than_live_waits_no_more() -> None:
    ada = person("ada", "Approver")
    older = published()
    assert refused(publish_drafts, author=None) == "nothing_to_publish"
    newer = published(words="Newer words.")
    assert list(waiting_releases()) == [newer, older]
    approve_release(release=newer, user=ada)
    assert list(waiting_releases()) == []
    assert refused(approve_release, release=older, user=ada) == "not_waiting"


@pytest.mark.promise("REL-6", "CAT-9")
def test_the_way_back_needs_no_second_person() -> None:
    ada = person("ada", "Approver")
    first = live_release()
    assert first is not None
    approve_release(release=published(), user=ada)
    move_label(name="live", release=first, user=None)
    assert live_number() == 1


@pytest.mark.promise("REL-6")
def test_other_labels_may_point_at_what_waits() -> None:
    assert move_label(name="candidate", release=published(), user=None).release_id == 2


@pytest.mark.promise("REL-6")
@pytest.mark.parametrize(
    "sql", ["UPDATE catalog_releaseverdict SET is_approved = true", "DELETE FROM catalog_releaseverdict"]
)
def test_the_database_refuses_to_touch_a_verdict(sql: str) -> None:
    reject_release(release=published(), user=person("ada", "Approver"))
    with pytest.raises(IntegrityError, match="final"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
