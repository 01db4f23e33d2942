"""Labels: which release is served where. Moving one is publishing, and going back."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import connection, transaction
from django.utils import timezone

from catalog.models import Release, ReleaseLabel

LIVE = "live"
CHANNEL = "shortlist_catalogue"  # NOTIFY: the payload is the label's name

Person = AbstractBaseUser | AnonymousUser | None


def labelled_release(name: str) -> Release | None:
    """The release that a label points at."""
    label = ReleaseLabel.objects.select_related("release").filter(name=name).first()
    return label.release if label else None


def live_release() -> Release | None:
    return labelled_release(LIVE)


@transaction.atomic
def move_label(*, name: str, release: Release, user: Person) -> ReleaseLabel:
    """Points a label at a release and tells every process; they serve it within a second."""
    label, _ = ReleaseLabel.objects.update_or_create(
        name=name, defaults={"release": release, "moved_at": timezone.now(), "moved_by_id": user.pk if user else None}
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, name])  # delivered when the transaction commits
    return label
