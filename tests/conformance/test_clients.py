"""The official clients play one small conversation: over HTTP in both eras, over stdio, and by REST. All get the same."""

import json
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from config.env import BASE_DIR
from mcp_bridge.protocol.greeting import EXTENSIONS
from mcp_bridge.widgets.shell import MIME_TYPE
from tests.conformance.conversation import STEPS, Call, comparable, played
from tests.mcp_bridge.protocol.web import LEGACY, MODERN, Web, client, database_url, shipped_names
from tests.node.tooling import FOLDER, node

pytestmark = pytest.mark.conformance
PYTHON = {"auto": MODERN, "legacy": LEGACY}
TYPESCRIPT = {"v1": LEGACY, "legacy": LEGACY, "auto": MODERN, "modern": MODERN}


def calling(session: Client) -> Call:
    """Calls by the Python client; the text must say the same as the structure."""

    async def call(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        result = await session.call_tool(name, arguments)
        assert json.loads(result.content[0].text) == result.structured_content  # type: ignore[union-attr]
        return dict(result.structured_content or {})

    return call


@pytest.fixture
async def expected(product: Web) -> list[dict[str, Any]]:
    async with client(product, "auto") as session:
        return comparable(await played(calling(session)))


@pytest.fixture
def stdio(board_database: str, product: Web, tmp_path: Path) -> StdioServerParameters:
    """How a desktop client starts the server, for the same board at the same address."""
    variables = {"DATABASE_URL": database_url(board_database), "VAR_DIR": str(tmp_path), "PUBLIC_URL": product.url}
    return StdioServerParameters(
        command=sys.executable, args=["manage.py", "mcp_stdio"], env=variables, cwd=str(BASE_DIR)
    )


@pytest.mark.parametrize(("mode", "protocol"), PYTHON.items())
@pytest.mark.promise("CONF-4")
async def test_the_python_client_over_http(product: Web, expected: Any, mode: str, protocol: str) -> None:
    async with client(product, mode) as session:
        assert session.protocol_version == protocol
        assert comparable(await played(calling(session))) == expected


@pytest.mark.parametrize(("kind", "protocol"), TYPESCRIPT.items())
@pytest.mark.promise("CONF-4")
def test_the_typescript_clients_over_http(product: Web, expected: Any, kind: str, protocol: str) -> None:
    told = json.loads(node(str(FOLDER / "conversation.mjs"), kind, product.mcp, json.dumps(STEPS)))
    assert told["protocol"] == protocol
    assert told["tools"] == shipped_names()
    assert told["widget"] == MIME_TYPE
    assert told["extensions"] == EXTENSIONS
    assert told["server"]["title"] == "Shortlist demo board"
    assert told["instructions"]
    assert comparable(told["results"]) == expected


@pytest.mark.parametrize(("mode", "protocol"), PYTHON.items())
@pytest.mark.promise("CONF-4", "CONF-5")
async def test_the_python_client_over_stdio(
    stdio: StdioServerParameters, expected: Any, mode: str, protocol: str
) -> None:
    async with Client(stdio_client(stdio), mode=mode) as session:  # type: ignore[arg-type]
        assert session.protocol_version == protocol
        assert session.server_capabilities.extensions == EXTENSIONS
        assert [tool.name for tool in (await session.list_tools()).tools] == shipped_names()
        assert comparable(await played(calling(session))) == expected


@pytest.mark.promise("CONF-4")
async def test_an_agent_of_ones_own_over_rest(product: Web, expected: Any) -> None:
    async with httpx2.AsyncClient() as http:

        async def call(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
            answer = await http.post(f"{product.url}/api/v1/tools/{name}/call/", json={"arguments": arguments})
            return dict(answer.json())

        assert comparable(await played(call)) == expected
