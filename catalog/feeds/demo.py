"""The demo's three feeds: their rows, and the documents that the product serves to itself while it runs on one machine."""

from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.conf import settings
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import condition, require_safe

from catalog.models import Feed
from demo.generate import generate

PATH = "/demo-feeds/"
_TYPES = {"xml": "application/xml", "json": "application/json", "rss": "application/rss+xml"}


@dataclass(frozen=True, slots=True)
class DemoFeed:
    """One demo feed: the file that `demo.generate` makes, and how it is read."""

    file: str
    name: str
    preset: str

    @property
    def slug(self) -> str:
        return self.file.rpartition(".")[0]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{settings.ENV.port}{PATH}{self.file}"


DEMO_FEEDS = (
    DemoFeed("coffee-and-care.xml", "Coffee & Care", "indeed-xml"),
    DemoFeed("harbor-boards.json", "Harbor Boards", "greenhouse"),
    DemoFeed("field-notes.rss", "Field Notes", "rss"),
)


@transaction.atomic
def create_demo_feeds() -> int:
    """Adds the demo's feeds that aren't there, due at once; returns how many."""
    return sum(_created(demo) for demo in DEMO_FEEDS)


def _created(demo: DemoFeed) -> bool:
    shown = {"name": demo.name, "preset": demo.preset, "attribution": f"via {demo.name}", "url": demo.url}
    return Feed.objects.get_or_create(slug=demo.slug, defaults=shown)[1]


def follow_port() -> None:
    """Points the demo's feeds at the port that this start uses."""
    for demo in DEMO_FEEDS:
        Feed.objects.filter(slug=demo.slug, url__contains=PATH).exclude(url=demo.url).update(url=demo.url)


def _etag(_request: HttpRequest, name: str) -> str:
    return f'"{_anchor(name)}"'


@require_safe
@condition(etag_func=_etag)
def demo_feed(_request: HttpRequest, name: str) -> HttpResponse:
    """One document, dated as of the day on which its feed was created."""
    kind = _TYPES.get(name.rpartition(".")[2], "application/octet-stream")
    return HttpResponse(_documents(_anchor(name))[name], content_type=kind)


def _anchor(name: str) -> date:
    demo = next((demo for demo in DEMO_FEEDS if demo.file == name), None)
    if demo is None or not settings.FEEDS_ALLOW_LOOPBACK:
        raise Http404
    created = Feed.objects.filter(slug=demo.slug).values_list("created_at", flat=True).first()
    if created is None:
        raise Http404
    return created.date()


@lru_cache(maxsize=2)
def _documents(anchor: date) -> dict[str, bytes]:
    return generate(anchor)
