"""The page that says how each client reaches this server, and lets the reader see that it answers."""

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from mcp_bridge.preview.connecting import clients


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
            "clients": clients(origin),
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
