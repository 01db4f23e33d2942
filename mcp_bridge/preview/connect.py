"""How each client reaches this server: the steps and the text to paste, made from `PUBLIC_URL`."""

import ipaddress
import json
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


@dataclass(frozen=True)
class Client:
    """One client's way in. `is_hosted`: it calls from the cloud, so that localhost means another machine to it."""

    id: str
    name: str
    steps: tuple[str, ...]
    snippet: str = ""
    snippet_label: str = ""
    is_hosted: bool = False

    @property
    def snippet_id(self) -> str:
        return f"{self.id}-snippet"


@dataclass(frozen=True)
class Tunnel:
    """A command that gives a local server a public address."""

    id: str
    name: str
    command: str


def connect(request: HttpRequest) -> HttpResponse:
    origin = settings.PUBLIC_URL
    address = f"{origin}/mcp"
    return render(
        request,
        "pages/connect.html",
        {
            "address": address,
            "origin": origin,
            "is_local": is_local(origin),
            "clients": clients(address),
            "tunnels": tunnels(settings.ENV.port),
        },
    )


def is_local(origin: str) -> bool:
    """Whether only this machine or network can reach the origin: localhost, *.local, loopback and private addresses."""
    host = urlsplit(origin).hostname or ""
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return "." not in host or host.endswith((".local", ".localhost"))


def tunnels(port: int) -> tuple[Tunnel, ...]:
    """Three common ways to lend a local port a public HTTPS address."""
    return (
        Tunnel("cloudflared", "Cloudflare Tunnel", f"cloudflared tunnel --url http://localhost:{port}"),
        Tunnel("ngrok", "ngrok", f"ngrok http {port}"),
        Tunnel("ssh", "ssh, with a server of your own", f"ssh -N -R 8000:localhost:{port} you@your-server.example"),
    )


def clients(address: str) -> tuple[Client, ...]:
    """The clients that the page explains, hosted ones first."""
    return (_claude(), _chatgpt(), _claude_code(address), _vs_code(address), _inspector(address), _python(address))


def _claude() -> Client:
    steps = (
        "Open Settings, then Connectors, and choose “Add custom connector”.",
        "Give it the board's name and paste the address above. Leave the advanced settings empty.",
        "In a chat, switch the connector on in the tools menu.",
    )
    return Client("claude", "Claude", steps, is_hosted=True)


def _chatgpt() -> Client:
    steps = (
        "Open Settings, then Apps, then Advanced settings, and switch Developer mode on.",
        "Go back to Apps, choose “Create app”, paste the address above and pick “No authentication”.",
        "In a chat, add the app from the + menu. After a new release, refresh it: ChatGPT keeps the tool list it first read.",
    )
    return Client("chatgpt", "ChatGPT", steps, is_hosted=True)


def _claude_code(address: str) -> Client:
    steps = ("Run this in a terminal. Claude Code shows text; it has no widgets.",)
    return Client(
        "claude-code",
        "Claude Code",
        steps,
        f"claude mcp add --transport http shortlist {address}",
        "Command for Claude Code",
    )


def _vs_code(address: str) -> Client:
    steps = (
        "Save this as .vscode/mcp.json in a workspace.",
        "Press Start above the entry, then use the tools in agent mode.",
    )
    entry = {"servers": {"shortlist": {"type": "http", "url": address}}}
    return Client("vs-code", "VS Code", steps, json.dumps(entry, indent=2), "Settings for VS Code")


def _inspector(address: str) -> Client:
    steps = ("Lists the tools in a terminal. Without --cli the Inspector opens in a browser.",)
    command = f"npx @modelcontextprotocol/inspector --cli {address} --transport http --method tools/list"
    return Client("inspector", "Inspector", steps, command, "Command for the Inspector")


def _python(address: str) -> Client:
    steps = ("Install the official SDK (pip install mcp), version 2 or newer.",)
    return Client("python", "Python", steps, PYTHON.format(address=address), "Python program")


PYTHON = """\
import asyncio

from mcp import Client


async def main():
    async with Client("{address}") as client:
        wanted = {{"query": "barista", "locations": ["Austin, TX"]}}
        found = await client.call_tool("search_jobs", wanted)
        for job in found.structured_content["output"]["jobs"]:
            print(job["id"], job["title"], "at", job["company"])


asyncio.run(main())"""
