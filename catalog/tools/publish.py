"""Publishing: all drafts become one immutable release, and `live` moves to it, or waits for a second person."""

from django.db import connection, transaction

from catalog.errors import FieldProblem, ShortlistError
from catalog.models import AuditEvent, Release
from catalog.tools.approve import waiting_releases
from catalog.tools.audit import Person, kept_note, person_named, record_event
from catalog.tools.classes import ClassedChange, changes_of, worst
from catalog.tools.compile import compile_content
from catalog.tools.content import CatalogueContent
from catalog.tools.diff import SERVER
from catalog.tools.drafts import locked_drafts, refuse_unread
from catalog.tools.labels import LIVE, approval_is_needed, live_release, move_label
from catalog.tools.lint import LintReport, lint
from catalog.tools.schema_changes import Grade

PERMISSION = "catalog.publish_release"  # to publish, and to move labels
SHORTEST_REASON = 10  # characters of a note that overrides the lint's errors
_ONE_PUBLISHER = 0x5107  # advisory lock: release numbers have no holes and no race


@transaction.atomic
def publish_drafts(*, author: Person, note: str = "", confirm: str = "", reviewed: str = "") -> Release:
    """Freezes every enabled draft and makes it live, unless a second person must approve it first.

    Raises `drafts_changed` where `reviewed`, the hash of what somebody has read, is given and no longer that of the drafts,
    `draft_invalid` (with fields) where a text doesn't fit the code, `nothing_to_publish` where the live or a waiting
    release says the same, `lint_blocks` where the lint finds errors and the note doesn't say why they are meant,
    `confirmation_needed` where clients would break and `confirm` is not `confirmation(number)`.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_ONE_PUBLISHER])
    content = frozen_content(locked_drafts())
    refuse_unread(content, reviewed)
    compile_content(content)
    parent = live_release()
    _refuse_repetition(content, parent)
    report = lint(content)
    _refuse_errors(report, note)
    number = next_number()
    found = changes_of(release_content(parent), content)
    _refuse_unconfirmed(found, number, confirm)
    release = Release.objects.create(
        number=number,
        content=content.model_dump(mode="json"),
        sha256=content.sha256(),
        parent=parent,
        author_id=author.pk if author else None,
        note=kept_note(note),
        lint=report.as_json(),
        diff=[change.as_json() for change in found],
    )
    record_event(user=author, verb=AuditEvent.Verb.PUBLISHED, release=release, note=note)
    if not approval_is_needed():
        move_label(name=LIVE, release=release, user=author)
    return release


def frozen_content(drafts: CatalogueContent) -> CatalogueContent:
    """What a release holds: enabled tools only, in listing order, unworded outcomes left out."""
    enabled = sorted((tool for tool in drafts.tools if tool.enabled), key=lambda tool: (tool.order, tool.name))
    tools = [
        tool.model_copy(update={"directions": [item for item in tool.directions if item.instruction.strip()]})
        for tool in enabled
    ]
    return drafts.model_copy(update={"tools": tools})


def release_content(release: Release | None) -> CatalogueContent:
    """What a release holds, as a value; nothing for none."""
    return CatalogueContent.model_validate(release.content) if release else CatalogueContent()


def next_number() -> int:
    """The number that the next release gets."""
    latest = Release.objects.order_by("-number").first()
    return latest.number + 1 if latest else 1


def confirmation(number: int) -> str:
    """What somebody types who means to break connected clients."""
    return f"break release {number}"


def publisher_named(username: str) -> Person:
    """For the command line: whoever has a shell may publish and move labels; an account that is named, if it may in the admin."""
    person = person_named(username)
    if person is not None and not person.has_perm(PERMISSION):  # type: ignore[union-attr]
        raise ShortlistError("not_allowed", f"The account “{username}” may not publish.", "The group Publisher may.")
    return person


def _refuse_repetition(content: CatalogueContent, live: Release | None) -> None:
    for release in [*([live] if live else []), *waiting_releases()[:1]]:
        if release.sha256 == content.sha256():
            raise ShortlistError(
                "nothing_to_publish", f"The drafts say what {release} says.", "Change a text first, then publish."
            )


def _refuse_errors(report: LintReport, note: str) -> None:
    if not report.has_errors or len(kept_note(note)) >= SHORTEST_REASON:
        return
    problems = [
        FieldProblem(f"{item.tool or SERVER}, {item.field}".rstrip(", "), item.message) for item in report.errors
    ]
    raise ShortlistError(
        "lint_blocks",
        f"The lint finds {len(problems)} error(s). {problems[0].field}: {problems[0].problem}",
        f"Correct them, or say in a note of {SHORTEST_REASON} characters or more why they are meant.",
        fields=problems,
    )


def _refuse_unconfirmed(found: tuple[ClassedChange, ...], number: int, confirm: str) -> None:
    if worst(found) is not Grade.BREAKING or " ".join(confirm.split()).lower() == confirmation(number):
        return
    breaking = [change for change in found if change.grade is Grade.BREAKING]
    raise ShortlistError(
        "confirmation_needed",
        f"{len(breaking)} change(s) would break connected clients. {_where(breaking[0])}: {breaking[0].reason}",
        f"If that is meant, type “{confirmation(number)}”.",
        fields=[FieldProblem(_where(change), change.reason) for change in breaking],
    )


def _where(change: ClassedChange) -> str:
    return f"{change.tool}, {change.field}"
