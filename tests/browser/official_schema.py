"""ext-apps' own JSON schema, held against what passes between a host and a widget."""

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from tests.node.tooling import ready

# Method → its definition for a request or notification, and for the answer.
SHAPES = {
    "ui/initialize": ("McpUiInitializeRequest", "McpUiInitializeResult"),
    "ui/notifications/initialized": ("McpUiInitializedNotification", ""),
    "ui/notifications/tool-input": ("McpUiToolInputNotification", ""),
    "ui/notifications/tool-input-partial": ("McpUiToolInputPartialNotification", ""),
    "ui/notifications/tool-result": ("McpUiToolResultNotification", ""),
    "ui/notifications/tool-cancelled": ("McpUiToolCancelledNotification", ""),
    "ui/notifications/host-context-changed": ("McpUiHostContextChangedNotification", ""),
    "ui/notifications/size-changed": ("McpUiSizeChangedNotification", ""),
    "ui/notifications/sandbox-proxy-ready": ("McpUiSandboxProxyReadyNotification", ""),
    "ui/notifications/sandbox-resource-ready": ("McpUiSandboxResourceReadyNotification", ""),
    "ui/resource-teardown": ("McpUiResourceTeardownRequest", "McpUiResourceTeardownResult"),
    "ui/open-link": ("McpUiOpenLinkRequest", "McpUiOpenLinkResult"),
    "ui/message": ("McpUiMessageRequest", "McpUiMessageResult"),
    "ui/update-model-context": ("McpUiUpdateModelContextRequest", ""),
    "ui/request-display-mode": ("McpUiRequestDisplayModeRequest", "McpUiRequestDisplayModeResult"),
}


@cache
def schema() -> dict[str, Any]:
    """The definitions that the package ships."""
    package = ready() / "node_modules" / "@modelcontextprotocol" / "ext-apps"
    found: dict[str, Any] = json.loads((package / "dist" / "src" / "generated" / "schema.json").read_text())
    _open_halves(found)
    return found


def _open_halves(node: Any) -> None:
    """An intersection was written as `allOf` two closed objects, which nothing but {} can be: closed is the whole instead."""
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        _open_halves(inner)
    if isinstance(node, dict) and "allOf" in node:
        for half in node["allOf"]:
            for way in half.get("anyOf", [half]):
                way.pop("additionalProperties", None)
        node["unevaluatedProperties"] = False


_ANY_JSON = {"__schema0": {}}  # the package's file refers to it for a tool's inputSchema, and doesn't hold it


def _faults(name: str, value: Any) -> list[str]:
    validator = Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema()["$defs"] | _ANY_JSON})
    return [f"{name}: {fault.message}" for fault in validator.iter_errors(value)]


def problems(journal: list[tuple[str, dict[str, Any]]]) -> list[str]:
    """What is wrong with the messages, each with who sent it (`host` or `widget`), in order; answers find their questions."""
    asked: dict[tuple[str, Any], str] = {}
    found = []
    for sender, message in journal:
        bare = {key: value for key, value in message.items() if key not in ("jsonrpc", "id")}
        if method := message.get("method"):
            if "id" in message:
                asked[sender, message["id"]] = method
            found += _faults(SHAPES[method][0], bare) if method in SHAPES else []
        elif "result" in message:
            other = "host" if sender == "widget" else "widget"
            _, answer = SHAPES.get(asked.get((other, message["id"]), ""), ("", ""))
            found += _faults(answer, message["result"]) if answer else []
    return found
