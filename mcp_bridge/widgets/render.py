"""A view with real values, rendered on the server: the preview, the gallery, tests."""

import json
from collections.abc import Mapping
from typing import Any

from django.template.loader import get_template

from mcp_bridge.snapshot import Board, current_board
from mcp_bridge.templatetags.widgetkit import CLIENT_MODE
from mcp_bridge.widgets.registry import view_template


def render_view(view: str, structured: Mapping[str, Any], *, board: Board | None = None) -> str:
    """The fragment that a widget would show for a tool's structured content: the view, or the error in its place.

    Templates get the content after a round trip through JSON and nothing else, so they can't reach the database.
    """
    shown = "error" if "error" in structured else view
    content = json.loads(json.dumps(structured, ensure_ascii=False).encode("utf-8", "replace"))
    order = (board or current_board()).field_order
    return get_template(view_template(shown)).render({**content, "field_order": order})


def view_markup(view: str, board: Board) -> str:
    """The same template as markup for the browser, with the board's order of facts compiled in."""
    return get_template(view_template(view)).render({CLIENT_MODE: True, "field_order": board.field_order})
