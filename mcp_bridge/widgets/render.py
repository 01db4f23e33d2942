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
    return get_template(view_template(shown)).render({**content, **_style(board or current_board())})


def view_markup(view: str, board: Board) -> str:
    """The same template as markup for the browser, with the board's order of facts and its badges compiled in."""
    return get_template(view_template(view)).render({CLIENT_MODE: True, **_style(board)})


def _style(board: Board) -> dict[str, Any]:
    """What the board decides about a view; both renderings know it."""
    return {"field_order": board.field_order, "badges": board.badges}
