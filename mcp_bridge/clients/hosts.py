"""The chat apps that clients' names point at, from `mcp_bridge/data/hosts.yaml`."""

from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict

HOSTS = Path(__file__).parent.parent / "data" / "hosts.yaml"


class Host(BaseModel):
    """One chat app. `freezes`: it keeps the list that it first read, until somebody follows the steps."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    names: tuple[str, ...]
    freezes: bool = False
    steps: tuple[str, ...]


def host_of(client: str) -> Host:
    """By a part of the name that a client gives itself; a name that nobody knows is “Another client”."""
    name = client.lower()
    return next(host for host in _hosts() if any(part in name for part in host.names))


@cache
def _hosts() -> tuple[Host, ...]:
    return tuple(Host.model_validate(entry) for entry in yaml.safe_load(HOSTS.read_text(encoding="utf-8")))
