"""What a feed's page in the admin loads beside its form: a dry run of what is typed there, and the run that is going on."""

import json
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from catalog.errors import ShortlistError
from catalog.feeds.body import Limits
from catalog.feeds.dry_run import DryRun, Extent, map_document
from catalog.feeds.mapper import Fallbacks
from catalog.feeds.mapping import Mapping
from catalog.feeds.presets import load_mapping, preset_names
from catalog.feeds.record import MappedRecord
from catalog.feeds.unmapped import Leftover, leftovers
from catalog.models import Feed, FeedRun

SHOWN = 20
_PART = Extent(records=200, pages=2, details=5, limits=Limits(seconds=20, size=100 << 20, attempts=1))
_LONGEST_SOURCE = 4_000
_PLUMBING = {"external_id", "employer_key", "provenance", "place_ids", "description_html"}


class DryRunForm(forms.Form):
    """The fields of a feed's form that decide how it is read, saved or not."""

    url = forms.URLField(max_length=1000, assume_scheme="https")
    preset = forms.ChoiceField(choices=lambda: [(name, name) for name in preset_names()])
    mapping = forms.JSONField(required=False)
    name = forms.CharField(required=False, max_length=80)
    default_currency = forms.CharField(required=False, max_length=3)


@dataclass(frozen=True)
class Shown:
    """One record: its source as text, the fields that it gives, or why it gives none."""

    title: str
    source: str
    fields: tuple[tuple[str, str, str], ...] = ()
    problems: tuple[str, ...] = ()


@require_POST
def dry_run(request: HttpRequest) -> HttpResponse:
    """The first records of the feed as typed, beside what they would become. Writes nothing."""
    if not (request.user.has_perm("catalog.add_feed") or request.user.has_perm("catalog.change_feed")):
        raise PermissionDenied
    form = DryRunForm(request.POST)
    if not form.is_valid():
        problems = [f"{name}: {error}" for name, errors in form.errors.items() for error in errors]
        return _dry_run_page(request, problems=problems)
    try:
        mapping = load_mapping(form.cleaned_data["preset"], form.cleaned_data["mapping"] or {})
        found = map_document(form.cleaned_data["url"], mapping, fallbacks=_fallbacks(form), extent=_PART)
    except ShortlistError as error:
        return _dry_run_page(request, problems=[str(error)])
    return _dry_run_page(request, **_content(found, mapping))


def _fallbacks(form: DryRunForm) -> Fallbacks:
    return Fallbacks(company=form.cleaned_data["name"], currency=form.cleaned_data["default_currency"].upper())


def _content(found: DryRun, mapping: Mapping) -> dict[str, Any]:
    records = [record for record, _ in found.results]
    left: tuple[Leftover, ...] = leftovers(records, mapping)
    shown = [_shown(record, result) for record, result in found.results if result is not None]
    refused = [each for each in shown if each.problems]
    return {"found": found, "shown": shown[:SHOWN], "refused": refused[:SHOWN], "refusals": len(refused), "left": left}


def _shown(record: dict[str, Any], result: Any) -> Shown:
    source = json.dumps(record, ensure_ascii=False, indent=2, default=str)[:_LONGEST_SOURCE]
    if not isinstance(result, MappedRecord):
        return Shown(result.external_id or "A record without an id", source, problems=result.reasons)
    values = result.model_dump(mode="json", exclude=_PLUMBING)
    fields = tuple(
        (name.replace("_", " "), str(value), _origin(name, result))
        for name, value in values.items()
        if value not in (None, "", [])
    )
    return Shown(result.title, source, fields, result.obstacles())


def _origin(name: str, result: MappedRecord) -> str:
    """`pay_year_max` comes from where `pay_max` or `pay` comes from, `country` perhaps from the location."""
    first = name.partition("_")[0]
    candidates = (name, name.replace("_year", "").replace("_usd", ""), first)
    return next((result.provenance[each] for each in candidates if each in result.provenance), "")


def _dry_run_page(request: HttpRequest, **context: Any) -> HttpResponse:
    return render(request, "admin/catalog/feed_dry_run.html", context)


@require_GET
def progress(request: HttpRequest, feed_id: int) -> HttpResponse:
    """How far the run is that goes on now; asks again by itself while there is something to see."""
    if not request.user.has_perm("catalog.view_feed"):
        raise PermissionDenied
    feed = get_object_or_404(Feed, pk=feed_id)
    run = FeedRun.objects.filter(feed=feed).order_by("-started_at").first()
    is_running = run is not None and run.state == FeedRun.State.RUNNING
    is_waiting = feed.enabled and feed.next_run_at <= timezone.now() and not is_running
    context = {"feed": feed, "run": run, "is_running": is_running, "is_waiting": is_waiting}
    return render(request, "admin/catalog/feed_progress.html", context)
