"""Labels: which release is served where. Moving one is publishing, and going back."""

import re

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from catalog.errors import ShortlistError
from catalog.models import AuditEvent, Release, ReleaseLabel, ReleaseVerdict
from catalog.tools.audit import Person, record_event

LIVE = "live"
_NAME = re.compile(r"[a-z][-a-z0-9_]{0,39}")  # so that no label looks like a release's number
CHANNEL = "shortlist_catalogue"  # NOTIFY: the payload is the label's name


def labelled_release(name: str) -> Release | None:
    """The release that a label points at."""
    label = ReleaseLabel.objects.select_related("release").filter(name=name).first()
    return label.release if label else None


def live_release() -> Release | None:
    return labelled_release(LIVE)


def served_releases(label: str) -> QuerySet[Release]:
    """Every release that the label ever pointed at, the newest number first."""
    moves = AuditEvent.objects.filter(verb=AuditEvent.Verb.MOVED, label=label, release=OuterRef("pk"))
    return Release.objects.filter(Exists(moves)).order_by("-number")


def approval_is_needed() -> bool:
    """Whether a second person must agree; the very first release has nothing to be compared with."""
    return settings.CATALOGUE_APPROVAL and ReleaseLabel.objects.filter(name=LIVE).exists()


@transaction.atomic
def move_label(*, name: str, release: Release, user: Person, note: str = "", seen: int | None = None) -> ReleaseLabel:
    """Points a label at a release, tells every process (they serve it within a second) and leaves a row in the audit.

    Raises `rejected` or `approval_needed` where `live` may not move there. Back to what was live before, it always may.
    Raises `wrong_label` for what can't be a label's name, and `label_moved` where it has left the release that somebody has
    `seen` the differences to.
    """
    if not _NAME.fullmatch(name) or name == "draft":
        raise ShortlistError(
            "wrong_label",
            f"A label can't be named “{name[:40]}”.",
            "Use lower-case letters, digits and hyphens, a letter first.",
        )
    before = ReleaseLabel.objects.select_for_update().filter(name=name).values_list("release_id", flat=True).first()
    if seen is not None and seen != before:
        now = f"has moved to release {before} meanwhile" if before else "points nowhere yet"
        raise ShortlistError("label_moved", f"“{name}” {now}.", "Read what differs again.")
    if name == LIVE:
        _refuse_unapproved(release)
    moved = {"release": release, "moved_at": timezone.now(), "moved_by_id": user.pk if user else None}
    label, _ = ReleaseLabel.objects.update_or_create(name=name, defaults=moved)
    details = {"from": before, "to": release.number}
    record_event(user=user, verb=AuditEvent.Verb.MOVED, release=release, label=name, note=note, details=details)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, name])  # delivered when the transaction commits
    return label


def _refuse_unapproved(release: Release) -> None:
    verdict = ReleaseVerdict.objects.filter(release=release).first()
    if verdict is not None and not verdict.is_approved:
        raise ShortlistError("rejected", f"Somebody rejected {release}.", "Change the drafts, then publish anew.")
    if verdict is None and approval_is_needed() and not served_releases(LIVE).filter(pk=release.pk).exists():
        raise ShortlistError(
            "approval_needed", f"Nobody has approved {release} yet.", "Ask somebody of the group Approver to read it."
        )
