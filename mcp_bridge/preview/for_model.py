"""What the model gets for one listing: as a search of its own title lists it, and as its details read."""

import json
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from catalog.listings.ids import is_well_formed
from catalog.models import JobListing
from mcp_bridge.call import ToolCall, call_tool
from mcp_bridge.preview.access import require_staff
from mcp_bridge.preview.gallery import SPECIMEN, live_snapshot
from mcp_bridge.snapshot import Snapshot

CALLER = replace(SPECIMEN, client="for the model", shows_widgets=False)
MOST = 25  # jobs that one search lists


@dataclass(frozen=True)
class Given:
    """One tool's answer about the listing; `nothing` says why there is none."""

    title: str
    value: Any = None
    nothing: str = ""

    @property
    def text(self) -> str:
        return json.dumps(self.value, ensure_ascii=False, indent=2)

    @property
    def tokens(self) -> int:
        """Estimated: four bytes each, of the compact form."""
        return len(json.dumps(self.value, ensure_ascii=False, separators=(",", ":")).encode()) // 4


@require_safe
@staff_member_required
def for_model(request: HttpRequest, public_id: str) -> HttpResponse:
    """By the live release, through the same code as a client's call. 404 for an unknown id, also where it is hidden."""
    require_staff(request, "catalog.view_joblisting")
    listing = JobListing.objects.filter(public_id=public_id).first() if is_well_formed(public_id) else None
    if listing is None:
        raise Http404
    live = live_snapshot()
    given = [_listed(listing, live), _read(listing, live)] if live else []
    return render(request, "preview/for_model.html", {"job": listing, "given": given})


def _listed(listing: JobListing, live: Snapshot) -> Given:
    title = "As a search for its title lists it"
    output = _called("search_jobs", {"query": listing.title[:200], "limit": MOST}, live)
    row = next((job for job in output.get("jobs", ()) if job["id"] == listing.public_id), None)
    total = output.get("total", 0)
    return Given(
        title, row, "" if row else f"It is not among the first {MOST} of the {total} that such a search finds."
    )


def _read(listing: JobListing, live: Snapshot) -> Given:
    title = "As its details read"
    output = _called("get_job_details", {"ids": [listing.public_id]}, live)
    found = next((output[name][0] for name in ("jobs", "expired", "not_found") if output.get(name)), None)
    return Given(title, found, "" if found else "A model that asks for it is told that no job has its id.")


def _called(handler: str, arguments: dict[str, Any], live: Snapshot) -> dict[str, Any]:
    """The output of the live tool; empty where there is none or where it answers with an error."""
    name = live.tools_by_handler.get(handler)
    result = call_tool(ToolCall(name, arguments, CALLER, snapshot=live)) if name else None
    output: dict[str, Any] = result.structured.get("output", {}) if result else {}
    return output
