"""The shell: one HTML document that holds all a widget needs, so that it asks the network for nothing.

Its address carries a hash of its bytes, because hosts keep what they have read. Any older hash is answered with the
current shell, because hosts also go on asking for what they once knew.
"""

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from mcp_bridge.snapshot import Board, Snapshot, snapshots
from mcp_bridge.widgets.accent import readable_accent
from mcp_bridge.widgets.registry import WIDGETS, Widget
from mcp_bridge.widgets.render import view_markup
from mcp_bridge.widgets.squeeze import squeeze

MIME_TYPE = "text/html;profile=mcp-app"
URI_TEMPLATE = "ui://shortlist/{widget}@{hash}.html"
SCRIPTS = (
    "widgets/bridge.js",
    "vendor/htmx-4.0.1.min.js",
    "widgets/disclosure.js",
    "widgets/hx-mcp.js",
    "widgets/events.js",
)

_URI = re.compile(r"ui://shortlist/(?P<slug>[a-z_]{1,40})@[0-9a-f]{12}\.html")


@dataclass(frozen=True)
class Shell:
    """A widget's document and its address."""

    slug: str
    title: str
    description: str
    html: str

    @cached_property
    def uri(self) -> str:
        """`ui://shortlist/<slug>@<first twelve digits of the document's SHA-256>.html`"""
        digest = hashlib.sha256(self.html.encode()).hexdigest()
        return URI_TEMPLATE.format(widget=self.slug, hash=digest[:12])


def shell(slug: str, snapshot: Snapshot | None = None) -> Shell:
    """A widget's shell for a release, by default the live one. Raises KeyError for an unknown widget."""
    release = snapshot or snapshots.current()
    return build_shell(WIDGETS[slug], release.board, tuple(sorted(release.tools_by_handler.items())))


def find_shell(uri: str, snapshot: Snapshot | None = None) -> Shell | None:
    """The current shell for its own address or any older one; None where the address is not a widget's."""
    match = _URI.fullmatch(uri)
    known = match is not None and match["slug"] in WIDGETS
    return shell(match["slug"], snapshot) if match and known else None


@lru_cache(maxsize=16)
def build_shell(widget: Widget, board: Board, tools: tuple[tuple[str, str], ...]) -> Shell:
    """Builds the document; needs no database. `tools` pairs each handler with the name its tool has in the release."""
    parts = {
        "widget": widget,
        "views": [(view, view_markup(view, board)) for view in widget.templates],
        "loading": view_markup("loading", board),
        "tools": dict(tools),
        "accents": [(theme, readable_accent(colour, theme)) for theme, colour in _accents(board)],
        "css": "".join(_source(name) for name in widget.stylesheets),
        "scripts": [_source(name) for name in SCRIPTS],
    }
    return Shell(widget.slug, widget.title, widget.description, render_to_string("widgets/shell.html", parts))


def _accents(board: Board) -> list[tuple[str, str]]:
    return [("light", board.accent_light), ("dark", board.accent_dark)]


@lru_cache(maxsize=16)
def _source(name: str) -> str:
    """A static file's text, read once; ours without what only its readers need, since a chat app pays for every byte."""
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(f"The widget's file {name} is missing from static/.")
    text = Path(path).read_text(encoding="utf-8")
    return text if name.startswith("vendor/") else squeeze(name, text)
