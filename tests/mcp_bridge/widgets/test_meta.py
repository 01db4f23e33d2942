"""What is told about widgets beside the widgets: under which names, and to whom which domain."""

import pytest
from pytest_django.fixtures import Settings

from mcp_bridge.widgets.meta import callable_meta, resource_meta, tool_meta
from mcp_bridge.widgets.registry import RENDER_JOBS
from mcp_bridge.widgets.shell import build_shell
from tests.mcp_bridge.widgets.samples import BOARD, TOOLS

SHELL = build_shell(RENDER_JOBS, BOARD, TOOLS)
NOWHERE = {"connectDomains": [], "resourceDomains": [], "frameDomains": [], "baseUriDomains": []}


@pytest.mark.promise("WIDGET-16")
def test_mcp_apps_alone_are_told_in_their_own_names(settings: Settings) -> None:
    settings.WIDGET_METADATA = ["mcp-apps"]
    assert tool_meta(SHELL.uri, invoking="x") == {"ui": {"resourceUri": SHELL.uri}, "ui/resourceUri": SHELL.uri}
    assert callable_meta() == {}
    assert resource_meta(SHELL) == {"ui": {"csp": NOWHERE, "prefersBorder": False}}


@pytest.mark.promise("WIDGET-16")
def test_chatgpt_alone_is_told_in_its_own_names(settings: Settings) -> None:
    settings.WIDGET_METADATA = ["openai"]
    assert tool_meta(SHELL.uri) == {"openai/outputTemplate": SHELL.uri, "openai/widgetAccessible": True}
    assert resource_meta(SHELL) == {
        "openai/widgetDescription": SHELL.description,
        "openai/widgetCSP": {"connect_domains": [], "resource_domains": []},
        "openai/widgetPrefersBorder": False,
    }


@pytest.mark.promise("WIDGET-16")
def test_by_default_both_are_told_the_same(settings: Settings) -> None:
    assert settings.WIDGET_METADATA == ["mcp-apps", "openai"]
    assert {"ui", "ui/resourceUri", "openai/outputTemplate"} < tool_meta(SHELL.uri).keys()
    assert {"ui", "openai/widgetCSP"} < resource_meta(SHELL).keys()


@pytest.mark.promise("WIDGET-16")
@pytest.mark.parametrize(
    ("client", "domain"),
    [
        ("openai-mcp", "https://jobs.example.com"),
        ("Anthropic/ClaudeAI", "0a1b.claudemcpcontent.com"),
        ("Visual Studio Code", None),
        ("", None),
    ],
)
def test_each_chat_app_is_told_its_own_domain_and_never_anothers(
    settings: Settings, client: str, domain: str | None
) -> None:
    settings.WIDGET_DOMAINS = {"openai": "https://jobs.example.com", "claude": "0a1b.claudemcpcontent.com"}
    meta = resource_meta(SHELL, client=client)
    assert (meta["ui"].get("domain"), meta.get("openai/widgetDomain")) == (domain, domain)
