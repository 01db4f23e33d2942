"""What every page knows."""

from django.http import HttpRequest

from catalog.models import BoardStyle


def board(_request: HttpRequest) -> dict[str, BoardStyle]:
    """The board's style, for its name in the heading."""
    return {"board": BoardStyle.current()}
