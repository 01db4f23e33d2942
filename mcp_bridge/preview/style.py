"""The board's accent as a stylesheet, because the pages' CSP allows no inline style."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from catalog.models import BoardStyle
from catalog.unsaved_style import unseal
from mcp_bridge.widgets.accent import readable_accent

RULES = """\
:root {{
  --board-accent-light: {light.colour}; --board-on-accent-light: {light.text_on_it};
  --board-accent-dark: {dark.colour}; --board-on-accent-dark: {dark.text_on_it};
}}
"""


@require_safe
@cache_control(public=True, max_age=60)
def board_css(request: HttpRequest) -> HttpResponse:
    """The accent for both themes, moved to where it reads well; the model's validators let only `#rrggbb` in."""
    style = unseal(request.GET.get("style", "")) or BoardStyle.current()
    light, dark = readable_accent(style.accent_light, "light"), readable_accent(style.accent_dark, "dark")
    return HttpResponse(RULES.format(light=light, dark=dark), content_type="text/css")
