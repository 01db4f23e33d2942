import ast
import json

import pytest
import yaml
from django.test import Client
from pytest_django.fixtures import Settings

from mcp_bridge.preview.connect import is_local
from mcp_bridge.preview.connecting import clients


def snippet(name: str) -> str:
    return next(item.snippet for item in clients("https://jobs.example.com") if item.id == name)


@pytest.mark.django_db
@pytest.mark.promise("WEB-2")
def test_on_localhost_the_page_says_who_cannot_reach_it_and_how_to_tunnel(client: Client, settings: Settings) -> None:
    settings.PUBLIC_URL = "http://board.local"  # a name; what listens behind it is PORT
    settings.ENV = settings.ENV.model_copy(update={"port": 8123})

    page = client.get("/connect/").content.decode()

    assert "http://board.local/mcp" in page
    assert "exists on this machine only" in page
    assert "cloudflared tunnel --url http://localhost:8123" in page
    assert "ngrok http 8123" in page
    assert "ssh -N -R 8000:localhost:8123" in page
    assert "PUBLIC_URL=https://" in page


@pytest.mark.django_db
@pytest.mark.promise("WEB-2")
def test_with_a_public_address_every_client_gets_it_and_no_tunnel_is_offered(
    client: Client, settings: Settings
) -> None:
    settings.PUBLIC_URL = "https://jobs.example.com"

    page = client.get("/connect/").content.decode()

    assert page.count("https://jobs.example.com/mcp") >= 5
    assert "cloudflared" not in page
    for name in (
        *("Claude, web", "ChatGPT", "Claude, desktop", "Claude Code", "VS Code", "Cursor", "Goose"),
        *("Inspector", "Python", "TypeScript", "curl", "Your own agent, over REST", "Any client, over stdio"),
    ):
        assert f">{name}</h2>" in page


@pytest.mark.parametrize(
    ("origin", "local"),
    [
        ("http://localhost:8000", True),
        ("http://127.0.0.1:8000", True),
        ("http://[::1]:8000", True),
        ("http://192.168.1.20", True),
        ("http://desk.local:8000", True),
        ("http://desk", True),
        ("https://jobs.example.com", False),
        ("https://8.8.8.8", False),
    ],
)
def test_an_address_is_local_when_clients_in_the_cloud_cannot_reach_it(origin: str, local: bool) -> None:
    assert is_local(origin) is local


def test_the_python_program_is_valid_and_names_the_address() -> None:
    program = snippet("python")
    ast.parse(program)
    assert 'Client("https://jobs.example.com/mcp")' in program


@pytest.mark.promise("WEB-14")
def test_settings_to_paste_are_sound_and_name_the_address() -> None:
    address = "https://jobs.example.com/mcp"
    assert json.loads(snippet("vscode"))["servers"]["shortlist"] == {"type": "http", "url": address}
    assert json.loads(snippet("cursor"))["mcpServers"]["shortlist"] == {"url": address}
    assert json.loads(snippet("claude-desktop"))["mcpServers"]["shortlist"]["args"][-1] == address
    assert json.loads(snippet("stdio"))["mcpServers"]["shortlist"]["args"][-1] == "mcp_stdio"
    goose = yaml.safe_load(snippet("goose"))["extensions"]["shortlist"]
    assert (goose["type"], goose["uri"]) == ("streamable_http", address)


@pytest.mark.promise("WEB-14")
def test_each_client_says_what_to_do_when_tools_change() -> None:
    assert not [client.name for client in clients("https://jobs.example.com") if not client.when_tools_change]
    claude, chatgpt = clients("https://jobs.example.com")[:2]
    assert "Start a new chat." in claude.when_tools_change
    assert any("Refresh" in line for line in chatgpt.when_tools_change)
