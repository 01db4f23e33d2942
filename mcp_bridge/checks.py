"""System checks of the bridge: what would else show as an empty place in somebody's chat."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register
from django.core.checks import Warning as Careful
from django.template import TemplateDoesNotExist, TemplateSyntaxError

from catalog.tools.handler import DataTool, RenderTool, all_handlers, find_handler
from mcp_bridge.widgets.paths import Scope, find_faults
from mcp_bridge.widgets.registry import WIDGETS, ErrorContent, view_template
from mcp_bridge.widgets.unseen import unseen_fields

TAG = "widgets"


@register(TAG)
def check_views(app_configs: Sequence[AppConfig] | None, **_options: Any) -> list[CheckMessage]:
    """shortlist.E101–E103, W107: each view stands for a handler, can be read, asks only for fields of its output, and leaves
    out none without a reason."""
    del app_configs
    views = dict.fromkeys(view for widget in WIDGETS.values() for view in widget.templates)  # widgets share some
    return [message for view in views for message in _check_view(view)]


@register(TAG)
def check_separation(app_configs: Sequence[AppConfig] | None, **_options: Any) -> list[CheckMessage]:
    """shortlist.E104–E106: render tools carry a widget that exists, data tools carry none, widgets call what they may."""
    del app_configs
    return [message for handler in all_handlers() for message in _check_handler(handler)]


def _check_view(view: str) -> Iterator[CheckMessage]:
    scope = scope_of(view)
    if scope is None:
        yield Error(
            f"No handler is named {view}.", hint="A view is named by the handler it shows.", id="shortlist.E101"
        )
        return
    try:
        faults = find_faults(view_template(view), scope)
    except (TemplateDoesNotExist, TemplateSyntaxError) as error:
        yield Error(f"The view {view} can't be read: {error}", id="shortlist.E102")
        return
    for fault in faults:
        yield Error(f"The view {view} can't show what it asks for: {fault}.", id="shortlist.E103")
    yield from _unexplained(view)


def _unexplained(view: str) -> Iterator[CheckMessage]:
    handler = find_handler(view)
    for unseen in unseen_fields(view, view_template(view), handler.output) if handler else ():
        if not unseen.why:
            yield Careful(
                f"The model gets {unseen.field}, and the view {view} does not show it.",
                hint="Show it, or say why not in mcp_bridge/widgets/unseen.py.",
                id="shortlist.W107",
            )


def scope_of(view: str) -> Scope | None:
    """What a view's paths may begin with; None where no handler stands behind it."""
    if view == "loading":
        return {}
    if view == "error":
        return {"error": ErrorContent.model_fields["error"].annotation}
    handler = find_handler(view)
    return {"output": handler.output} if handler else None


def _check_handler(handler: DataTool | RenderTool) -> Iterator[CheckMessage]:
    widget = getattr(handler, "widget", "")
    if isinstance(handler, DataTool) and widget:
        yield Error(f"The data tool {handler.name} carries a widget.", hint="Write a render tool.", id="shortlist.E104")
    if isinstance(handler, RenderTool) and widget not in WIDGETS:
        yield Error(f"The render tool {handler.name} shows {widget or 'no widget'}.", id="shortlist.E105")
    is_called = any(handler.name in found.views[1:] for found in WIDGETS.values())
    if is_called and not (isinstance(handler, DataTool) and handler.callable_from_widget):
        yield Error(f"A widget calls {handler.name}, which is not meant for widgets.", id="shortlist.E106")
