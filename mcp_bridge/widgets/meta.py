"""`_meta` of tools and resources: MCP Apps 2026-01-26 first, ChatGPT's older names beside them.

Nothing that matters travels only here: hosts leak it, strip it or can't read it.
"""

from typing import Any

from mcp_bridge.widgets.shell import Shell

WORDS_MAX = 64  # ChatGPT cuts longer status texts


def tool_meta(uri: str, *, invoking: str = "", invoked: str = "") -> dict[str, Any]:
    """Of a render tool. The flat `ui/resourceUri` is deprecated, yet some hosts know only that."""
    links = {"ui": {"resourceUri": uri}, "ui/resourceUri": uri, "openai/outputTemplate": uri}
    return {**links, **callable_meta(invoking=invoking, invoked=invoked)}


def callable_meta(*, invoking: str = "", invoked: str = "") -> dict[str, Any]:
    """Of a data tool that the widget calls by itself."""
    words = {"invoking": invoking[:WORDS_MAX], "invoked": invoked[:WORDS_MAX]}
    said = {f"openai/toolInvocation/{key}": text for key, text in words.items() if text}
    return {"openai/widgetAccessible": True, **said}


def resource_meta(shell: Shell) -> dict[str, Any]:
    """Of the resource: it needs no network at all, and draws its own border."""
    csp: dict[str, list[str]] = {
        name: [] for name in ("connectDomains", "resourceDomains", "frameDomains", "baseUriDomains")
    }
    return {"ui": {"csp": csp, "prefersBorder": False}, "openai/widgetDescription": shell.description}
