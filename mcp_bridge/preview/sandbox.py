"""The sandbox proxy: a page of another origin that holds a widget for the simulator (MCP Apps, 2026-01-26)."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.csp import CSP
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from mcp_bridge.preview.policy import Policy, with_policy

# The specification's default for a widget that declares no domains. The widget is written into a frame of this page
# and inherits it: no network, no eval. Ours declare none, so nothing is ever added.
WIDGET_CSP: Policy = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF, CSP.UNSAFE_INLINE],
    "style-src": [CSP.SELF, CSP.UNSAFE_INLINE],
    "img-src": [CSP.SELF, "data:"],
    "media-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.NONE],
    "object-src": [CSP.NONE],
}


@require_safe
@xframe_options_exempt
def sandbox(request: HttpRequest) -> HttpResponse:
    """On the second origin alone: elsewhere its loose policy would lend a widget our own pages' rights.

    Only our own simulator may frame it; its script obeys messages from `PUBLIC_URL` alone."""
    if request.get_host() != urlsplit(settings.SANDBOX_ORIGIN).netloc:
        raise Http404
    page = render(request, "preview/sandbox.html", {"host_origin": settings.PUBLIC_URL})
    return with_policy(page, {**WIDGET_CSP, "frame-ancestors": [settings.PUBLIC_URL]})
