"""A label of one's own at a release, so that a client with a token reads it at an address of its own."""

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods

from catalog.admin.review import review_page
from catalog.errors import ShortlistError
from catalog.models import Release, ReleaseLabel
from catalog.tools.labels import LIVE, move_label
from catalog.tools.publish import PERMISSION


class LabelForm(forms.Form):
    """A name, known or new, and why."""

    name = forms.CharField(max_length=40, initial="candidate")
    note = forms.CharField(max_length=300, required=False)


@require_http_methods(["GET", "HEAD", "POST"])
def point_label(request: HttpRequest, number: int) -> HttpResponse:
    """Asks for the label; by POST moves it. `live` has a page of its own, which shows what clients would read."""
    if not request.user.has_perm(PERMISSION):
        raise PermissionDenied
    release = get_object_or_404(Release, pk=number)
    form = LabelForm(request.POST or None)
    if form.is_valid() and form.cleaned_data["name"] == LIVE:
        return redirect("admin:catalog_release_make_live", number=number)
    if form.is_valid() and _is_moved(request, release, form):
        return redirect("admin:catalog_release_changelist")
    labels = ReleaseLabel.objects.exclude(name=LIVE).select_related("release")
    context = {"title": f"Point a label at {release}", "release": release, "form": form, "labels": labels}
    return review_page(request, "point_label", **context)


def _is_moved(request: HttpRequest, release: Release, form: LabelForm) -> bool:
    name, note = form.cleaned_data["name"], form.cleaned_data["note"]
    try:
        move_label(name=name, release=release, user=request.user, note=note)
    except ShortlistError as error:
        form.add_error("name", str(error))
        return False
    messages.success(request, f"“{name}” is {release}. Holders of a token for it read it at /mcp/{name}/.")
    return True
