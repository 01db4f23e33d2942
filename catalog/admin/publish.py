"""Review and publish: what differs between the drafts and what clients read, and the button that makes it a release."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from catalog.admin.review import review, review_page
from catalog.errors import FieldProblem, ShortlistError
from catalog.tools.approve import waiting_releases
from catalog.tools.compile import compile_content
from catalog.tools.content import CatalogueContent
from catalog.tools.drafts import draft_content
from catalog.tools.labels import approval_is_needed, live_release
from catalog.tools.lint import lint
from catalog.tools.publish import (
    PERMISSION,
    SHORTEST_REASON,
    confirmation,
    frozen_content,
    next_number,
    publish_drafts,
    release_content,
)

UNREAD = "nothing"  # no hash: a form without one has shown nobody anything
OVERRIDING = f"Errors stand in the way. If they are meant, say why, in {SHORTEST_REASON} characters or more."


@require_http_methods(["GET", "HEAD", "POST"])
def publish(request: HttpRequest) -> HttpResponse:
    """Shows the review; by POST makes the release, unless the drafts are no longer those that were reviewed."""
    if not request.user.has_perm("catalog.view_tool"):
        raise PermissionDenied
    if request.method != "POST":
        return _page(request)
    if not request.user.has_perm(PERMISSION):
        raise PermissionDenied
    return _publish(request)


def _publish(request: HttpRequest) -> HttpResponse:
    typed = {name: request.POST.get(name, "") for name in ("note", "confirm")}
    reviewed = request.POST.get("reviewed") or UNREAD
    try:
        release = publish_drafts(author=request.user, reviewed=reviewed, **typed)
    except ShortlistError as error:
        messages.error(request, str(error))
        return _page(request)
    waits = waiting_releases().filter(pk=release.pk).exists()
    messages.success(request, f"{release} waits for a second person." if waits else f"{release} is live.")
    return redirect("admin:catalog_release_changelist")


def _page(request: HttpRequest) -> HttpResponse:
    """With what was typed, so that a refusal costs nobody a note."""
    live, drafts = live_release(), frozen_content(draft_content())
    report, waiting = lint(drafts), list(waiting_releases().select_related("author"))
    context: dict[str, Any] = {
        "title": "Review and publish",
        "live": live,
        "reviewed": drafts.sha256(),
        "review": review(release_content(live), drafts),
        "problems": _problems(drafts),
        "findings": report.findings,
        "note_help": OVERRIDING if report.has_errors else "Why, for those who read the history.",
        "confirmation": confirmation(next_number()),
        "needs_approval": approval_is_needed(),
        "waiting": waiting,
        "already_waiting": next((release for release in waiting if release.sha256 == drafts.sha256()), None),
        "may_publish": request.user.has_perm(PERMISSION),
        "typed": request.POST,
    }
    return review_page(request, "publish", **context)


def _problems(drafts: CatalogueContent) -> tuple[FieldProblem, ...]:
    try:
        compile_content(drafts)
    except ShortlistError as error:
        return error.fields
    return ()
