"""Each client's way in: the steps, the exact text to paste, and what it does when tools change. All made from `PUBLIC_URL`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from string import Template

from mcp_bridge.clients.hosts import host_of

EACH_TIME = ("It reads the list of tools each time it connects, so it always has the newest texts.",)
HEARS = (
    "It reads the list when it connects. While it listens it hears notifications/tools/list_changed: let it list again.",
)
REST_READS = ("Nothing: every request is answered by the texts that are live.",)


@dataclass(frozen=True)
class Client:
    """One client's way in. `is_hosted`: it calls from the cloud, so that localhost means another machine to it."""

    id: str
    name: str
    steps: tuple[str, ...]
    snippet: str = ""
    snippet_label: str = ""
    is_hosted: bool = False
    changes: tuple[str, ...] = ()

    @property
    def snippet_id(self) -> str:
        return f"{self.id}-snippet"

    @property
    def when_tools_change(self) -> tuple[str, ...]:
        """What somebody does so that the client reads the new texts."""
        return self.changes or host_of(self.id).steps


def clients(origin: str) -> tuple[Client, ...]:
    """The clients that the page explains: hosted ones, those with a window, programs."""
    address = f"{origin}/mcp"
    with_a_window = (
        _claude_desktop(address),
        _claude_code(address),
        _vs_code(address),
        _cursor(address),
        _goose(address),
    )
    programs = (_inspector(address), _python(address), _typescript(address), _curl(address), _rest(origin), _stdio())
    return (_claude(), _chatgpt(), *with_a_window, *programs)


def _claude() -> Client:
    steps = (
        "Open Settings, then Connectors, and choose “Add custom connector”.",
        "Give it the board's name and paste the address above. Leave the advanced settings empty.",
        "In a chat, switch the connector on in the tools menu.",
    )
    return Client("claude", "Claude, web", steps, is_hosted=True)


def _chatgpt() -> Client:
    steps = (
        "Open Settings, then Apps, then Advanced settings, and switch Developer mode on.",
        "Go back to Apps, choose “Create app”, paste the address above and pick “No authentication”.",
        "In a chat, add the app from the + menu. After a new release, refresh it: ChatGPT keeps the tool list it first read.",
    )
    return Client("chatgpt", "ChatGPT", steps, is_hosted=True)


def _claude_desktop(address: str) -> Client:
    steps = (
        "Connectors that you add on the web are there too: they are called from the cloud, so the address must be public.",
        "For a board on this machine, open Settings, then Developer, then “Edit Config”, add this, and start the app anew.",
    )
    server = {"command": "npx", "args": ["-y", "mcp-remote", address]}
    return Client(
        "claude-desktop", "Claude, desktop", steps, _config("mcpServers", server), "Settings for Claude, desktop"
    )


def _claude_code(address: str) -> Client:
    steps = ("Run this in a terminal. Claude Code shows text; it has no widgets.",)
    command = f"claude mcp add --transport http shortlist {address}"
    return Client("claude-code", "Claude Code", steps, command, "Command for Claude Code")


def _vs_code(address: str) -> Client:
    steps = (
        "Save this as .vscode/mcp.json in a workspace.",
        "Press Start above the entry, then use the tools in agent mode.",
    )
    entry = _config("servers", {"type": "http", "url": address})
    return Client("vscode", "VS Code", steps, entry, "Settings for VS Code")


def _cursor(address: str) -> Client:
    steps = ("Save this as .cursor/mcp.json in a project, or as ~/.cursor/mcp.json for all of them.",)
    return Client("cursor", "Cursor", steps, _config("mcpServers", {"url": address}), "Settings for Cursor")


def _goose(address: str) -> Client:
    steps = (
        "Add this to ~/.config/goose/config.yaml. “goose configure” does the same: “Add Extension”, “Remote Extension”.",
    )
    entry = f"""\
extensions:
  shortlist:
    enabled: true
    type: streamable_http
    name: shortlist
    uri: {address}
    timeout: 60"""
    return Client("goose", "Goose", steps, entry, "Settings for Goose")


def _inspector(address: str) -> Client:
    steps = ("Lists the tools in a terminal. Without --cli the Inspector opens in a browser.",)
    command = f"npx @modelcontextprotocol/inspector --cli {address} --transport http --method tools/list"
    return Client("inspector", "Inspector", steps, command, "Command for the Inspector")


def _python(address: str) -> Client:
    steps = ("Install the official SDK (pip install mcp), version 2 or newer.",)
    program = PYTHON.substitute(address=address)
    return Client("python", "Python", steps, program, "Python program", changes=HEARS)


def _typescript(address: str) -> Client:
    steps = (
        "Install the official SDK (npm install @modelcontextprotocol/client), and save this with the ending .mjs.",
    )
    program = TYPESCRIPT.substitute(address=address)
    return Client("typescript", "TypeScript", steps, program, "TypeScript program", changes=HEARS)


def _curl(address: str) -> Client:
    steps = ("One request of protocol 2026-07-28, which needs no session. Lists the tools as a model reads them.",)
    command = CURL.substitute(address=address)
    return Client("curl", "curl", steps, command, "Command for curl", changes=EACH_TIME)


def _rest(origin: str) -> Client:
    steps = (
        "An agent of your own may call the same tools without MCP; it gets the same output and agent_directions.",
        "GET /api/v1/tools/ gives names, descriptions and schemas, ready for a model's tool list; /api/docs/ describes it all.",
    )
    command = REST.substitute(origin=origin)
    return Client("rest", "Your own agent, over REST", steps, command, "Command for the REST API", changes=REST_READS)


def _stdio() -> Client:
    steps = (
        "For a client that starts its servers itself, on the machine that the board runs on.",
        "Put the folder of this installation in the place of /path/to/shortlist.",
    )
    python, program = "/path/to/shortlist/.venv/bin/python", "/path/to/shortlist/manage.py"
    entry = _config("mcpServers", {"command": python, "args": [program, "mcp_stdio"]})
    return Client("stdio", "Any client, over stdio", steps, entry, "Settings for stdio", changes=HEARS)


def _config(key: str, server: Mapping[str, object]) -> str:
    """The JSON that several clients read: named servers under one key."""
    return json.dumps({key: {"shortlist": server}}, indent=2)


PYTHON = Template("""\
import asyncio

from mcp import Client


async def main():
    async with Client("$address") as client:
        wanted = {"query": "barista", "locations": ["Austin, TX"]}
        found = await client.call_tool("search_jobs", wanted)
        for job in found.structured_content["output"]["jobs"]:
            print(job["id"], job["title"], "at", job["company"])


asyncio.run(main())""")

TYPESCRIPT = Template("""\
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const client = new Client({ name: "my-agent", version: "1.0.0" });
await client.connect(new StreamableHTTPClientTransport(new URL("$address")));
const found = await client.callTool({
  name: "search_jobs",
  arguments: { query: "barista", locations: ["Austin, TX"] },
});
for (const job of found.structuredContent.output.jobs) console.log(job.id, job.title, "at", job.company);
await client.close();""")

CURL = Template("""\
curl -s $address \\
  -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \\
  -H 'MCP-Protocol-Version: 2026-07-28' -H 'Mcp-Method: tools/list' \\
  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {}}}}'""")

REST = Template("""\
curl -s $origin/api/v1/tools/search_jobs/call/ \\
  -H 'Content-Type: application/json' \\
  -d '{"arguments": {"query": "barista", "locations": ["Austin, TX"]}}'""")
