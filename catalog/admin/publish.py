"""Review and publish: what differs between the drafts and what clients read, and the button that makes it a release."""

from dataclasses import dataclass
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.views.decorators.http import require_http_methods

from catalog.errors import FieldProblem, ShortlistError
from catalog.models import Release
from catalog.tools.compile import compile_content
from catalog.tools.content import CatalogueContent
from catalog.tools.diff import Change, changes
from catalog.tools.drafts import draft_content
from catalog.tools.labels import LIVE, live_release, move_label
from catalog.tools.publish import frozen_content, publish_drafts

PERMISSION = "catalog.publish_release"


@dataclass(frozen=True)
class Review:
    """The drafts beside what is live. `reviewed` is the hash of the drafts that the person has before them."""

    live: Release | None
    reviewed: str
    changes: list[Change]
    problems: tuple[FieldProblem, ...]


def review_drafts() -> Review:
    """Compiles the drafts and compares them, without writing anything."""
    live, drafts = live_release(), frozen_content(draft_content())
    try:
        compile_content(drafts)
        problems: tuple[FieldProblem, ...] = ()
    except ShortlistError as error:
        problems = error.fields
    return Review(live, drafts.sha256(), changes(_content(live), drafts), problems)


@require_http_methods(["GET", "HEAD", "POST"])
def publish(request: HttpRequest) -> HttpResponse:
    """Shows the review; by POST makes the release, unless the drafts are no longer those that were reviewed."""
    if not request.user.has_perm("catalog.view_tool"):
        raise PermissionDenied
    if request.method == "POST":
        return _publish(request)
    review = review_drafts()
    return _page(request, "publish", title="Review and publish", permission=PERMISSION, **vars(review))


@require_http_methods(["GET", "HEAD", "POST"])
def make_live(request: HttpRequest, number: int) -> HttpResponse:
    """Asks, showing what clients would read differently; by POST moves the label."""
    _require_publisher(request)
    release = get_object_or_404(Release, pk=number)
    if request.method == "POST":
        move_label(name=LIVE, release=release, user=request.user)
        messages.success(request, f"{release} is live.")
        return redirect("admin:catalog_release_changelist")
    differing = changes(_content(live_release()), _content(release))
    return _page(request, "make_live", title=f"Make {release} live", release=release, changes=differing)


def _publish(request: HttpRequest) -> HttpResponse:
    _require_publisher(request)
    if request.POST.get("reviewed") != frozen_content(draft_content()).sha256():
        messages.warning(request, "The drafts have changed since you opened this page. Review them again.")
        return redirect("admin:catalog_release_publish")
    try:
        release = publish_drafts(author=request.user, note=request.POST.get("note", ""))
    except ShortlistError as error:
        messages.error(request, str(error))
        return redirect("admin:catalog_release_publish")
    messages.success(request, f"{release} is live.")
    return redirect("admin:catalog_release_changelist")


def _require_publisher(request: HttpRequest) -> None:
    if not request.user.has_perm(PERMISSION):
        raise PermissionDenied


def _content(release: Release | None) -> CatalogueContent:
    return CatalogueContent.model_validate(release.content) if release else CatalogueContent()


def _page(request: HttpRequest, name: str, **context: Any) -> HttpResponse:
    shared = admin.site.each_context(request) | {"may_publish": request.user.has_perm(PERMISSION)}
    return TemplateResponse(request, f"admin/catalog/{name}.html", shared | context)
