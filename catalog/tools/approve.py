"""The second person: a release that waits is approved, and goes live, or is rejected for good."""

from django.db import transaction
from django.db.models import QuerySet

from catalog.errors import ShortlistError
from catalog.models import AuditEvent, Release, ReleaseVerdict
from catalog.tools.audit import Person, kept_note, record_event
from catalog.tools.labels import LIVE, approval_is_needed, live_release, move_label, served_releases

PERMISSION = "catalog.approve_release"


def waiting_releases() -> QuerySet[Release]:
    """Those that a second person may still decide on, the newest first; none where approval is off."""
    live = live_release()
    if live is None or not approval_is_needed():
        return Release.objects.none()
    return Release.objects.filter(number__gt=live.number, verdict=None).exclude(pk__in=served_releases(LIVE))


@transaction.atomic
def approve_release(*, release: Release, user: Person, note: str = "", seen: int | None = None) -> ReleaseVerdict:
    """Makes another person's release live. Raises `not_allowed`, `own_release`, `not_waiting` or `decided`, and what
    `move_label` raises."""
    verdict = _decide(release, user, note, is_approved=True)
    record_event(user=user, verb=AuditEvent.Verb.APPROVED, release=release, note=note)
    move_label(name=LIVE, release=release, user=user, note=note, seen=seen)
    return verdict


@transaction.atomic
def reject_release(*, release: Release, user: Person, note: str = "") -> ReleaseVerdict:
    """Keeps another person's release from ever being live. Raises what `approve_release` raises."""
    verdict = _decide(release, user, note, is_approved=False)
    record_event(user=user, verb=AuditEvent.Verb.REJECTED, release=release, note=note)
    return verdict


def _decide(release: Release, user: Person, note: str, *, is_approved: bool) -> ReleaseVerdict:
    person = _entitled(release, user)
    Release.objects.select_for_update().get(pk=release.pk)  # two verdicts at once: the second finds the first
    if ReleaseVerdict.objects.filter(release=release).exists():
        raise ShortlistError("decided", f"Somebody has decided on {release} already.", "Its page says who, and why.")
    if not waiting_releases().filter(pk=release.pk).exists():
        raise ShortlistError(
            "not_waiting", f"There is nothing to decide on {release}.", "Only releases newer than the live one wait."
        )
    return ReleaseVerdict.objects.create(release=release, is_approved=is_approved, user_id=person, note=kept_note(note))


def _entitled(release: Release, user: Person) -> int:
    """The person's key, if this person may decide on this release."""
    if user is None or user.pk is None or not _has_permission(user):
        raise ShortlistError("not_allowed", "This account may not approve releases.", "The group Approver may.")
    if release.author_id == user.pk:
        raise ShortlistError(
            "own_release", "Nobody approves a release of their own.", "Ask somebody else of the group Approver."
        )
    return int(user.pk)


def _has_permission(user: Person) -> bool:
    return bool(getattr(user, "is_active", False)) and bool(user and user.has_perm(PERMISSION))  # type: ignore[union-attr]
