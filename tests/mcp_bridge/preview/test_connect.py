import ast

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from mcp_bridge.preview.connect import clients, is_local


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
    assert [item.name for item in clients("x")] == [
        "Claude",
        "ChatGPT",
        "Claude Code",
        "VS Code",
        "Inspector",
        "Python",
    ]


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
    program = next(item.snippet for item in clients("https://jobs.example.com/mcp") if item.id == "python")
    ast.parse(program)
    assert 'Client("https://jobs.example.com/mcp")' in program
