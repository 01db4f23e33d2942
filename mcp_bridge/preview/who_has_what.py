"""Who has what: the release that each client last listed, against live, and how people make it read the list again."""

from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from mcp_bridge.clients.hosts import Host, host_of
from mcp_bridge.clients.marks import Habit, marks
from mcp_bridge.models import ClientListing, ClientMark
from mcp_bridge.preview.access import require_staff
from mcp_bridge.preview.gallery import live_snapshot

MARKING = "catalog.publish_release"


@dataclass(frozen=True)
class Holder:
    """A client and the list that it has, as far as we can know."""

    listing: ClientListing
    host: Host
    habit: Habit
    live: int

    @property
    def release(self) -> int:
        """What its models read: a client that keeps a list may have listed newer ones without using them."""
        return self.habit.release or self.listing.release

    @property
    def era(self) -> str:
        """As people who don't know the protocol's versions can tell them apart."""
        return "handshake of 2025" if self.listing.era == "legacy" else "protocol of 2026"

    @property
    def mark(self) -> str:
        """As the form has it; empty where nobody has marked the client."""
        return ("yes" if self.habit.freezes else "no") if self.habit.is_marked else ""

    @property
    def is_behind(self) -> bool:
        return self.release != self.live


class MarkForm(forms.Form):
    """What somebody knows about a client's list; an empty `freezes` goes back to what its host is known for."""

    client = forms.CharField(max_length=64)
    freezes = forms.TypedChoiceField(
        choices=[("", "as known"), ("yes", "keeps it"), ("no", "reads it again")],
        coerce=lambda value: value == "yes",
        empty_value=None,
        required=False,
    )
    release = forms.IntegerField(min_value=1, max_value=2**31 - 1, required=False)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_member_required
def who_has_what(request: HttpRequest) -> HttpResponse:
    """All clients, those seen last first; by POST marks one."""
    require_staff(request, "catalog.view_release")
    if request.method == "POST":
        return _mark(request)
    live = live_snapshot()
    context = {
        "live": live,
        "holders": holders(live.release if live else 0),
        "may_mark": request.user.has_perm(MARKING),
    }
    return render(request, "preview/who_has_what.html", context)


def holders(live: int, most: int | None = None) -> list[Holder]:
    """One query, and one for the marks, which other processes may have changed."""
    marks.refresh()
    rows = ClientListing.objects.all()[:most]
    return [Holder(row, host_of(row.client), marks.habit_of(row.client), live) for row in rows]


def _mark(request: HttpRequest) -> HttpResponse:
    require_staff(request, MARKING)
    form = MarkForm(request.POST)
    if not form.is_valid():
        messages.error(request, "That is no mark: choose what the client does and, if you know it, a release's number.")
        return redirect("who_has_what")
    client, freezes, release = (form.cleaned_data[name] for name in ("client", "freezes", "release"))
    if freezes is None:
        ClientMark.objects.filter(client=client).delete()
    else:
        marked = {"freezes": freezes, "release": release if freezes else None}
        ClientMark.objects.update_or_create(client=client, defaults=marked)
    messages.success(request, f"Noted for {client}.")
    return redirect("who_has_what")
