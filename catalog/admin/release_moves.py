"""What is done with a release that exists: made live, compared with another, approved or rejected."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods, require_safe

from catalog.admin.review import review, review_page
from catalog.errors import ShortlistError
from catalog.models import Release, ReleaseLabel
from catalog.tools.approve import PERMISSION as APPROVE
from catalog.tools.approve import approve_release, reject_release, waiting_releases
from catalog.tools.content import CatalogueContent
from catalog.tools.exchange import content_named
from catalog.tools.labels import LIVE, live_release, move_label
from catalog.tools.publish import PERMISSION as PUBLISH
from catalog.tools.publish import release_content

DRAFT = "draft"


@require_http_methods(["GET", "HEAD", "POST"])
def make_live(request: HttpRequest, number: int) -> HttpResponse:
    """Asks, showing what clients would read differently; by POST moves the label."""
    release = _release(request, number, PUBLISH)
    if request.method == "POST":
        move = partial(move_label, name=LIVE, release=release, user=request.user, seen=_seen(request))
        return _acted(request, f"{release} is live.", move)
    return review_page(request, "make_live", title=f"Make {release} live", **_against_live(release))


@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: HttpRequest, number: int) -> HttpResponse:
    """For a second person: what a waiting release would change, and two buttons."""
    release = _release(request, number, APPROVE)
    if request.method == "POST":
        return _decided(request, release)
    context = _against_live(release) | {
        "title": f"Decide on {release}",
        "is_waiting": waiting_releases().filter(pk=release.pk).exists(),
        "is_own": release.author_id == request.user.pk,
    }
    return review_page(request, "decide", **context)


def _decided(request: HttpRequest, release: Release) -> HttpResponse:
    verdicts: dict[str, tuple[Callable[..., object], str]] = {
        "approve": (partial(approve_release, seen=_seen(request)), "is approved and live"),
        "reject": (reject_release, "is rejected"),
    }
    act, done = verdicts.get(request.POST.get("verdict", ""), (None, ""))
    if act is None:
        raise Http404
    return _acted(request, f"{release} {done}.", partial(act, release=release, user=request.user))


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Any two of the drafts, the labels and the releases; by default what is live with the drafts."""
    if not request.user.has_perms(["catalog.view_release", "catalog.view_tool"]):
        raise PermissionDenied
    old, new = request.GET.get("old", LIVE), request.GET.get("new", DRAFT)
    context = {
        "title": "Compare",
        "sides": [("old", old, "From"), ("new", new, "To")],
        "labels": [DRAFT, *ReleaseLabel.objects.values_list("name", flat=True)],
        "releases": Release.objects.defer("content", "diff", "lint"),
        "review": review(_content(old), _content(new)),
    }
    return review_page(request, "compare", **context)


def _against_live(release: Release) -> dict[str, object]:
    """What the page shows, and which release it compares with: an action on what has changed since is refused."""
    live = live_release()
    found = review(release_content(live), release_content(release))
    return {"release": release, "review": found, "seen": live.number if live else ""}


def _seen(request: HttpRequest) -> int | None:
    number = request.POST.get("seen", "")
    return int(number) if number.isascii() and number.isdigit() and len(number) < 10 else None


def _content(name: str) -> CatalogueContent:
    """Raises Http404 for a name that there is not."""
    try:
        return content_named(name)
    except ShortlistError as error:
        raise Http404(str(error)) from None


def _release(request: HttpRequest, number: int, permission: str) -> Release:
    if not request.user.has_perm(permission):
        raise PermissionDenied
    return get_object_or_404(Release.objects.select_related("author"), pk=number)


def _acted(request: HttpRequest, done: str, act: Callable[..., object]) -> HttpResponse:
    """Calls the action with the note that was typed, and says what came of it."""
    try:
        act(note=request.POST.get("note", ""))
    except ShortlistError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, done)
    return redirect("admin:catalog_release_changelist")
