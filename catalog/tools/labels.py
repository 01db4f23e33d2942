"""Labels: which release is served where. Moving one is publishing, and going back."""

from django.db import connection, transaction
from django.utils import timezone

from catalog.models import AuditEvent, Release, ReleaseLabel
from catalog.tools.audit import Person, record_event

LIVE = "live"
CHANNEL = "shortlist_catalogue"  # NOTIFY: the payload is the label's name


def labelled_release(name: str) -> Release | None:
    """The release that a label points at."""
    label = ReleaseLabel.objects.select_related("release").filter(name=name).first()
    return label.release if label else None


def live_release() -> Release | None:
    return labelled_release(LIVE)


@transaction.atomic
def move_label(*, name: str, release: Release, user: Person, note: str = "") -> ReleaseLabel:
    """Points a label at a release, tells every process (they serve it within a second) and leaves a row in the audit."""
    before = ReleaseLabel.objects.select_for_update().filter(name=name).values_list("release_id", flat=True).first()
    moved = {"release": release, "moved_at": timezone.now(), "moved_by_id": user.pk if user else None}
    label, _ = ReleaseLabel.objects.update_or_create(name=name, defaults=moved)
    details = {"from": before, "to": release.number}
    record_event(user=user, verb=AuditEvent.Verb.MOVED, release=release, label=name, note=note, details=details)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, name])  # delivered when the transaction commits
    return label
