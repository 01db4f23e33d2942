"""Publishing: all drafts become one immutable release, and `live` moves to it."""

from django.db import connection, transaction

from catalog.errors import ShortlistError
from catalog.models import AuditEvent, Release
from catalog.tools.audit import Person, record_event
from catalog.tools.compile import compile_content
from catalog.tools.content import CatalogueContent
from catalog.tools.drafts import draft_content
from catalog.tools.labels import LIVE, live_release, move_label

_ONE_PUBLISHER = 0x5107  # advisory lock: release numbers have no holes and no race


@transaction.atomic
def publish_drafts(*, author: Person, note: str = "") -> Release:
    """Freezes every enabled draft and makes it live.

    Raises `draft_invalid` (with fields) where a text doesn't fit the code, `nothing_to_publish` where live says the same.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_ONE_PUBLISHER])
    content = frozen_content(draft_content())
    compile_content(content)
    parent = live_release()
    if parent is not None and parent.sha256 == content.sha256():
        raise ShortlistError(
            "nothing_to_publish", f"The drafts say what {parent} says.", "Change a text first, then publish."
        )
    latest = Release.objects.order_by("-number").first()
    release = Release.objects.create(
        number=latest.number + 1 if latest else 1,
        content=content.model_dump(mode="json"),
        sha256=content.sha256(),
        parent=parent,
        author_id=author.pk if author else None,
        note=note.strip()[:300],
    )
    record_event(user=author, verb=AuditEvent.Verb.PUBLISHED, release=release, note=note)
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
