"""How chat apps behave, one row each: what the simulator plays. A row is data, with the day and the place it was seen.

The days are those of published probes, or of reading where no day was given; hosts change, so look again before you rely
on a row. Of the widths only ChatGPT's was probed; the others are where a widget of that host is likely to start.
"""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Literal

type Bridge = Literal["mcp", "both", "openai"]  # MCP Apps alone, window.openai beside it, window.openai alone

WIDTHS = (320, 430, 768, 1280)


@dataclass(frozen=True)
class Host:
    """`without` names what it doesn't offer, in the words of the simulator's switches (ABILITIES)."""

    slug: str
    title: str
    seen: date
    source: str
    without: tuple[str, ...] = ()
    bridge: Bridge = "mcp"
    width: int = 768
    theme: Literal["", "light", "dark"] = ""

    def for_page(self) -> dict[str, Any]:
        """As the page's script reads it."""
        return {**asdict(self), "seen": self.seen.isoformat()}


# What a host may lack: a word of the switches, and what goes with it.
ABILITIES = {
    "widgets": "shows MCP Apps at all",
    "tools": "carries a widget's tools/call",
    "context": "takes ui/update-model-context",
    "text": "takes text there, and not only structured content",
    "messages": "takes ui/message",
    "links": "opens links for a widget",
    "fullscreen": "offers its whole window",
    "meta": "passes _meta on",
}

PROBES, READ = "published capability probes", date(2026, 11, 30)

HOSTS = (
    Host("all", "Everything the standard knows", date(2026, 1, 26), "MCP Apps 2026-01-26"),
    Host("claude", "Claude, web", date(2026, 8, 19), PROBES),
    Host("chatgpt", "ChatGPT", date(2026, 8, 1), PROBES, bridge="both"),
    Host("window", "ChatGPT before MCP Apps", READ, "Apps SDK reference", bridge="openai"),
    Host("vscode", "VS Code", date(2026, 7, 23), PROBES, without=("text", "messages", "fullscreen"), width=430),
    Host("cursor", "Cursor", READ, PROBES, without=("context", "messages", "fullscreen"), width=430),
    Host("copilot", "Microsoft 365 Copilot", READ, PROBES),
    Host("slack", "Slack", date(2026, 6, 24), PROBES, without=("context", "messages")),
    Host("goose", "Goose", date(2026, 8, 14), PROBES, without=("tools", "context", "messages")),
    Host("text", "Text only, such as Claude Code", READ, "its issue tracker", without=("widgets",)),
)
