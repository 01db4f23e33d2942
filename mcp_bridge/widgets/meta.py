"""`_meta` of tools and resources: MCP Apps 2026-01-26 and, beside it, ChatGPT's own names. Settings say which are told.

Nothing that matters travels only here: hosts leak it, strip it or can't read it.
"""

from typing import Any

from django.conf import settings

from mcp_bridge.widgets.shell import Shell

MCP_APPS, OPENAI = "mcp-apps", "openai"  # what WIDGET_METADATA may hold
WORDS_MAX = 64  # ChatGPT cuts longer status texts


def tool_meta(uri: str, *, invoking: str = "", invoked: str = "") -> dict[str, Any]:
    """Of a render tool. The flat `ui/resourceUri` is deprecated, yet some hosts know only that."""
    links: dict[str, Any] = {"ui": {"resourceUri": uri}, "ui/resourceUri": uri} if _tells(MCP_APPS) else {}
    template = {"openai/outputTemplate": uri} if _tells(OPENAI) else {}
    return {**links, **template, **callable_meta(invoking=invoking, invoked=invoked)}


def callable_meta(*, invoking: str = "", invoked: str = "") -> dict[str, Any]:
    """Of a data tool that the widget calls by itself. MCP Apps needs no word for it: who may call is open by default."""
    if not _tells(OPENAI):
        return {}
    words = {"invoking": invoking[:WORDS_MAX], "invoked": invoked[:WORDS_MAX]}
    said = {f"openai/toolInvocation/{key}": text for key, text in words.items() if text}
    return {"openai/widgetAccessible": True, **said}


def resource_meta(shell: Shell, *, client: str = "") -> dict[str, Any]:
    """Of the resource: it needs no network at all, and draws its own border. `client` is the name that the client gives."""
    domain = domain_for(client)
    return {**(_ui_meta(domain) if _tells(MCP_APPS) else {}), **(_openai_meta(shell, domain) if _tells(OPENAI) else {})}


def domain_for(client: str) -> str:
    """The origin that this chat app wants for our widgets (WIDGET_DOMAINS); each spells it its own way, so nobody gets another's."""
    name = client.casefold()
    return next((domain for part, domain in settings.WIDGET_DOMAINS.items() if part in name), "")


def _ui_meta(domain: str) -> dict[str, Any]:
    csp: dict[str, list[str]] = {
        name: [] for name in ("connectDomains", "resourceDomains", "frameDomains", "baseUriDomains")
    }
    return {"ui": {"csp": csp, "prefersBorder": False, **({"domain": domain} if domain else {})}}


def _openai_meta(shell: Shell, domain: str) -> dict[str, Any]:
    return {
        "openai/widgetDescription": shell.description,
        "openai/widgetCSP": {"connect_domains": [], "resource_domains": []},
        "openai/widgetPrefersBorder": False,
        **({"openai/widgetDomain": domain} if domain else {}),
    }


def _tells(dialect: str) -> bool:
    return dialect in settings.WIDGET_METADATA
